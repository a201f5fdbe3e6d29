/*
 * The board's page: draws the tree that Python sends and sends back what was chosen.
 * `page.js` stands before it in one module.
 *
 * It knows no rules and no cards. Python marks what can be done in the tree:
 *   data-move="id"       pressing it makes that move
 *   data-help="text"     what is said below the table while this card is chosen
 *   data-open="true"     a place that takes what is already picked
 *   data-action="name"   pressing it asks for undo, a new game, ...
 *   data-card="card"     a card of the hand that can be chosen
 *   data-moves="card:id" a place, with the id of the move for each card that may be laid there
 */

// --- 3. The board -------------------------------------------------------------------------

const GROUPS = ["choice", "table", "hand", "place", "lane", "pile", "bar"];
/** Where the focus goes when what had it is gone: to what is asked for, else to the hand. */
const ASKED = ["choice", "table", "place"];
const HAVENS = [...ASKED, "hand", "pile", "bar"];

class Board extends Page {
  constructor(model, host) {
    super(model, host, GROUPS);
    this.card = null; // the chosen card, as data-card
    this.drag = null;
    this.on(host, "click", this.onClick);
    this.on(host, "keydown", this.onKey);
    this.on(host, "pointerdown", this.onPress);
    this.on(document, "pointermove", this.onDrag);
    this.on(document, "pointerup", this.onDrop);
    this.on(document, "pointercancel", this.endDrag);
    this.draw();
  }

  draw() {
    if (!this.drawTree()) return;
    this.liftAll();
    if (this.card && !this.usableCard(this.card)) this.card = null;
    this.showChoice();
    this.keepFocus();
  }

  /** Send a message; until it is answered nothing else is sent. */
  send(message) {
    if (this.waiting || this.isGone()) return false;
    return this.tell({ ...message, state: this.model.get("state").n });
  }

  usableCard(card) {
    const fits = (e) => e.dataset.card === card && !e.dataset.move && !isOff(e);
    return this.all("[data-card]").find(fits);
  }

  // --- 4. Choosing a card, laying it, pressing buttons --------------------------------------

  /** Do what `element` is for. */
  press(element) {
    if (isOff(element)) return;
    const { card, move, action } = element.dataset;
    if (move) this.send({ move: Number(move) });
    else if (card) this.choose(card === this.card ? null : card);
    else if (element.dataset.open) this.lay(element);
    else if (action) this.send({ action });
  }

  choose(card) {
    this.card = card;
    this.showChoice();
  }

  lay(place) {
    const move = movesOf(place).get(this.card);
    const card = this.usableCard(this.card);
    if (move === undefined || !this.send({ move })) return;
    if (this.holdsFocus(place)) this.focus(this.neighbor(card));
    putDown(card, place);
    this.card = null;
    this.showChoice();
  }

  /** Let cards that were put down return to the hand, unless Python has laid them. */
  liftAll() {
    for (const face of this.all(".stb-face[style]")) face.style.removeProperty("transform");
  }

  /** Mark the chosen card, and make the places it may go to into buttons. */
  showChoice() {
    let [name, help] = ["", ""];
    for (const element of this.all("[data-card]")) {
      const chosen = element.dataset.card === this.card;
      element.setAttribute("aria-pressed", String(chosen));
      if (chosen) [name, help] = [element.getAttribute("aria-label"), element.dataset.help ?? ""];
    }
    for (const line of this.all(".stb-help")) line.textContent = help;
    for (const place of this.all("[data-moves]")) {
      if (name && movesOf(place).has(this.card)) openPlace(place, name);
      else closePlace(place);
    }
    this.tidyTabs();
  }

  // --- 5. Keyboard: one tab stop a group, arrows within it ----------------------------------

  group(name) {
    return name === "place" ? this.all("[data-open]") : super.group(name);
  }

  onKey(event) {
    const element = event.target.closest("[data-group]");
    if (!element) return;
    if (isHeld(event)) event.preventDefault();
    else if (event.key === "Escape") this.putBack(event);
    else if (event.key === "Enter" || event.key === " ") this.pressByKey(event, element);
    else if (event.key in STEPS) this.step(event, element, STEPS[event.key]);
    else if (event.key === "Home" || event.key === "End") this.step(event, element, 0);
  }

  pressByKey(event, element) {
    event.preventDefault();
    this.press(element);
    if (!element.dataset.card || element.dataset.move) return;
    const places = this.group("place");
    this.focus(places.find((p) => p.dataset.lane === this.lane) ?? places[0]);
  }

  putBack(event) {
    const chosen = this.usableCard(this.card);
    if (!chosen) return;
    event.preventDefault();
    this.choose(null);
    this.focus(chosen);
  }

  // --- 6. Keeping the focus where it was ------------------------------------------------------

  /** Return the card beside `card` in the hand: it will be there when `card` has been laid. */
  neighbor(card) {
    const cards = this.group("hand");
    const at = cards.indexOf(card);
    return cards[at + 1] ?? cards[at - 1] ?? card;
  }

  onFocus(event) {
    super.onFocus(event);
    const place = event.target.closest('[data-group="place"]');
    if (place) this.lane = place.dataset.lane;
  }

  /**
   * If the focused element is gone, focus what stands in its place, else the hand; from a card
   * that is off go to what is asked for, if anything is.
   */
  keepFocus() {
    const active = this.active();
    if (this.spot && active && this.host.contains(active) && isOff(active)) this.focusFirst(ASKED);
    else if (this.lostFocus()) {
      this.focusFirst(this.spot.group === "place" ? HAVENS : [this.spot.group, ...HAVENS]);
    }
  }

  // --- 7. Mouse: click and drag -----------------------------------------------------------------

  onClick(event) {
    const element = event.target.closest("[data-group]");
    if (this.dragged || !element || event.detail === 0 && element.tagName !== "BUTTON") return;
    this.press(element);
  }

  onPress(event) {
    this.dragged = false;
    const element = event.target.closest("[data-card]");
    if (event.button !== 0 || !element || !this.usableCard(element.dataset.card)) return;
    this.drag = { element, x: event.clientX, y: event.clientY };
  }

  onDrag(event) {
    if (!this.drag) return;
    const { element, x, y } = this.drag;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    if (!this.dragged) {
      if (Math.hypot(dx, dy) < 8) return;
      this.dragged = true;
      element.dataset.dragged = "true";
      this.choose(element.dataset.card);
    }
    shift(element, dx, dy);
    this.markTarget(this.placeAt(event));
  }

  onDrop(event) {
    if (!this.drag) return;
    const place = this.dragged ? this.placeAt(event) : null;
    const wasDragged = this.dragged;
    this.endDrag();
    if (place) this.lay(place);
    if (wasDragged && this.card) this.choose(null); // not laid: it goes back
  }

  endDrag() {
    if (!this.drag) return;
    const { element } = this.drag;
    this.drag = null;
    delete element.dataset.dragged;
    element.querySelector(".stb-face")?.style.removeProperty("transform");
    this.markTarget(null);
  }

  placeAt(event) {
    const under = this.host.getRootNode().elementFromPoint(event.clientX, event.clientY);
    const place = under?.closest("[data-open]");
    return place && this.host.contains(place) ? place : null;
  }

  markTarget(place) {
    for (const other of this.all("[data-over]")) delete other.dataset.over;
    if (place) place.dataset.over = "true";
  }
}

// --- 8. Small helpers ---------------------------------------------------------------------------

/** Move the face of a card by so much on the screen. */
function shift(card, dx, dy) {
  const scale = card.getScreenCTM().a;
  card.querySelector(".stb-face").style.transform = `translate(${dx / scale}px, ${dy / scale}px)`;
}

/** Show a card where it is to be laid, until Python answers. */
function putDown(card, place) {
  const from = card.getScreenCTM();
  const to = place.querySelector(".stb-target").getBoundingClientRect();
  shift(card, to.left - from.e, to.top - from.f);
}

/** Return the move's id for each card that may be laid at `place`. */
function movesOf(place) {
  const pairs = place.dataset.moves.split(" ").map((pair) => pair.split(":"));
  return new Map(pairs.map(([card, move]) => [card, Number(move)]));
}

function openPlace(place, name) {
  place.dataset.open = "true";
  place.setAttribute("role", "button");
  place.setAttribute("aria-label", place.dataset.label.replace("{card}", name));
}

function closePlace(place) {
  delete place.dataset.open;
  for (const name of ["role", "aria-label", "tabindex"]) place.removeAttribute(name);
}

export default {
  render({ model, el }) {
    const board = new Board(model, el);
    return () => board.close();
  },
};
