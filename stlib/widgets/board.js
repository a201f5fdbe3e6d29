/*
 * The board's page: draws the tree that Python sends and sends back what was chosen.
 *
 * It knows no rules and no cards. Python marks what can be done in the tree:
 *   data-move="id"       pressing it makes that move
 *   data-help="text"     what is said below the table while this card is chosen
 *   data-open="true"     a place that takes what is already picked
 *   data-action="name"   pressing it asks for undo, a new game, ...
 *   data-card="card"     a card of the hand that can be chosen
 *   data-moves="card:id" a place, with the id of the move for each card that may be laid there
 *   data-group="hand"    arrow keys go from one to the next within a group
 */

// --- 1. From tree to page -----------------------------------------------------------------

const SVG = "http://www.w3.org/2000/svg";
const drawn = new WeakMap(); // element -> the node it was drawn from

/** Draw `node` into `element`, touching only what differs from what was drawn before. */
function update(element, node) {
  const old = drawn.get(element) ?? { attrs: {} };
  drawn.set(element, node);
  updateAttributes(element, old.attrs ?? {}, node.attrs ?? {});
  if ("text" in node) {
    if (element.textContent !== node.text) element.textContent = node.text;
  } else {
    if ("text" in old) element.textContent = "";
    updateChildren(element, node.kids ?? []);
  }
}

function updateAttributes(element, old, now) {
  for (const name of Object.keys(old)) {
    if (!(name in now)) element.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(now)) {
    if (old[name] !== value) element.setAttribute(name, value);
  }
}

/** Give `parent` the elements of `nodes` in order; an element stays as long as its key does. */
function updateChildren(parent, nodes) {
  const slots = nodes.map((node, i) => `${node.tag} ${node.key ?? `#${i}`}`);
  const there = new Map();
  for (const child of [...parent.children]) {
    const slot = child.stbSlot;
    if (slots.includes(slot) && !there.has(slot)) there.set(slot, child);
    else child.remove();
  }
  nodes.forEach((node, i) => {
    const child = there.get(slots[i]) ?? create(node, parent, slots[i]);
    if (parent.children[i] !== child) parent.insertBefore(child, parent.children[i] ?? null);
    update(child, node);
  });
}

function create(node, parent, slot) {
  const space = node.tag === "svg" ? SVG : parent.namespaceURI;
  const element = document.createElementNS(space, node.tag);
  element.stbSlot = slot;
  return element;
}

// --- 2. The board -------------------------------------------------------------------------

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const GROUPS = ["choice", "table", "hand", "place", "lane", "pile", "bar"];
/** Where the focus goes when what had it is gone: to what is asked for, else to the hand. */
const ASKED = ["choice", "table", "place"];
const HAVENS = [...ASKED, "hand", "pile", "bar"];

class Board {
  constructor(model, host) {
    this.model = model;
    this.host = host;
    this.card = null; // the chosen card, as data-card
    this.spot = null; // group and number of what has the focus
    this.drag = null;
    host.classList.add("stb");
    this.draw = this.draw.bind(this);
    model.on("change:state", this.draw);
    this.listen();
    this.draw();
  }

  listen() {
    this.ending = new AbortController();
    const signal = this.ending.signal;
    const on = (target, type, act) => target.addEventListener(type, act.bind(this), { signal });
    on(this.host, "click", this.onClick);
    on(this.host, "keydown", this.onKey);
    on(this.host, "focusin", this.onFocus);
    on(this.host, "focusout", this.onBlur);
    on(this.host, "pointerdown", this.onPress);
    on(document, "pointerdown", this.onPressElsewhere);
    on(document, "pointermove", this.onDrag);
    on(document, "pointerup", this.onDrop);
    on(document, "pointercancel", this.endDrag);
  }

  close() {
    this.model.off("change:state", this.draw);
    this.ending.abort();
  }

  draw() {
    const { tree, n } = this.model.get("state");
    if (!tree) return;
    updateChildren(this.host, [tree]);
    this.host.dataset.state = n;
    if (this.card && !this.usableCard(this.card)) this.card = null;
    this.showChoice();
    this.keepFocus();
  }

  send(message) {
    this.model.send({ ...message, state: this.model.get("state").n });
  }

  all(selector) {
    return [...this.host.querySelectorAll(selector)];
  }

  usableCard(card) {
    const fits = (e) => e.dataset.card === card && !e.dataset.move && !isOff(e);
    return this.all("[data-card]").find(fits);
  }

  // --- 3. Choosing a card, laying it, pressing buttons --------------------------------------

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
    if (this.holdsFocus(place)) this.focus(this.neighbour(this.usableCard(this.card)));
    this.card = null;
    this.showChoice();
    if (move !== undefined) this.send({ move });
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

  // --- 4. Keyboard: one tab stop a group, arrows within it ----------------------------------

  group(name) {
    const places = name === "place" ? "[data-open]" : `[data-group="${name}"]`;
    return this.all(places);
  }

  /** Let Tab reach exactly one element of each group. */
  tidyTabs() {
    for (const name of GROUPS) {
      const elements = this.group(name);
      const kept = elements.find((e) => e.getAttribute("tabindex") === "0") ?? elements[0];
      for (const element of elements) {
        element.setAttribute("tabindex", element === kept ? "0" : "-1");
      }
    }
  }

  focus(element) {
    if (!element) return;
    for (const other of this.group(element.dataset.group)) other.setAttribute("tabindex", "-1");
    element.setAttribute("tabindex", "0");
    element.focus({ preventScroll: true });
  }

  onKey(event) {
    const element = event.target.closest("[data-group]");
    if (!element) return;
    if (event.key === "Escape") this.putBack(event);
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

  step(event, element, by) {
    event.preventDefault();
    const elements = this.group(element.dataset.group);
    const last = elements.length - 1;
    let at = elements.indexOf(element) + by;
    if (event.key === "Home") at = 0;
    if (event.key === "End") at = last;
    this.focus(elements[Math.max(0, Math.min(last, at))]);
  }

  // --- 5. Keeping the focus where it was ------------------------------------------------------

  active() {
    return this.host.getRootNode().activeElement;
  }

  holdsFocus(element) {
    return this.active() === element;
  }

  /** Return the card beside `card` in the hand: it will be there when `card` has been laid. */
  neighbour(card) {
    const cards = this.group("hand");
    const at = cards.indexOf(card);
    return cards[at + 1] ?? cards[at - 1] ?? card;
  }

  onFocus(event) {
    const element = event.target.closest("[data-group]");
    if (!element) return;
    const group = element.dataset.group;
    if (group === "place") this.lane = element.dataset.lane;
    this.spot = { group, at: this.group(group).indexOf(element) };
  }

  /**
   * Forget the place when the focus goes elsewhere, but not when its element vanishes and the
   * focus falls back to the page, or to the cell around the board.
   */
  onBlur(event) {
    const to = event.relatedTarget;
    if (to && !this.host.contains(to) && !to.contains(this.host)) this.spot = null;
  }

  onPressElsewhere(event) {
    if (!this.host.contains(event.target)) this.spot = null;
  }

  /**
   * If the focused element is gone, focus what stands in its place, else the hand; from a card
   * that is off go to what is asked for, if anything is.
   */
  keepFocus() {
    const active = this.active();
    if (!this.spot) return;
    if (active && this.host.contains(active) && isOff(active)) this.focusFirst(ASKED);
    else if (!active || active.contains(this.host)) {
      this.focusFirst(this.spot.group === "place" ? HAVENS : [this.spot.group, ...HAVENS]);
    }
  }

  /** Focus an element of the first of these groups that has any, where the focus was before. */
  focusFirst(names) {
    const elements = names.map((name) => this.group(name)).find((found) => found.length) ?? [];
    this.focus(elements[Math.max(0, Math.min(this.spot.at, elements.length - 1))]);
  }

  // --- 6. Mouse: click and drag -----------------------------------------------------------------

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
    const scale = element.getScreenCTM().a;
    element.querySelector(".stb-face").style.transform = `translate(${dx / scale}px, ${dy / scale}px)`;
    this.markTarget(this.placeAt(event));
  }

  onDrop(event) {
    if (!this.drag) return;
    const place = this.dragged ? this.placeAt(event) : null;
    const wasDragged = this.dragged;
    this.endDrag();
    if (place) this.lay(place);
    else if (wasDragged) this.choose(null);
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

// --- 7. Small helpers ---------------------------------------------------------------------------

function isOff(element) {
  return element.getAttribute("aria-disabled") === "true";
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
