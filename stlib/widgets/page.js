/*
 * What the pages of all our widgets share: drawing the tree that Python sends, and the keyboard.
 *
 * It knows no rules and no cards. `board.js` and `explorer.js` follow it in one module.
 *   data-group="hand"    arrow keys go from one element to the next within a group,
 *                        Tab reaches exactly one of them
 *   data-gone="text"     a line that says this while the program behind the page is gone,
 *   data-waiting="text"  and this while it is busy with something else
 */

// --- 1. From tree to page -----------------------------------------------------------------

const SVG = "http://www.w3.org/2000/svg";
const drawn = new WeakMap(); // element -> the node it was drawn from

let parts = {}; // name -> a node that is sent once, for nodes that only name it as their `part`

/** Draw `node` into `element`, touching only what differs from what was drawn before. */
function update(element, node) {
  const old = drawn.get(element) ?? { attrs: {} };
  if (node.part) node = parts[node.part];
  if (node === old) return;
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

// --- 2. A page: groups for the keyboard, and where the focus is ----------------------------

/** The class that the notebook gives a widget whose program is gone. */
const GONE = "jupyter-widgets-disconnected";
/** What a notebook says of a program that no longer knows of the widgets on its pages. */
const ENDED = ["restarting", "autorestarting", "terminating", "dead"];
/** Milliseconds without an answer after which one is told to wait. */
const SLOW = 400;
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

class Page {
  /** `groups`: the names of all groups, in the order in which the focus may fall to them. */
  constructor(model, host, groups) {
    this.model = model;
    this.host = host;
    this.groups = groups;
    this.spot = null; // group and number of what has the focus
    host.classList.add("stb");
    this.draw = this.draw.bind(this);
    model.on("change:state", this.draw);
    this.showLink = this.showLink.bind(this);
    this.gone = new MutationObserver(this.showLink); // the host's class says whether Python is there
    this.gone.observe(host, { attributeFilter: ["class"] });
    this.kernel = model.widget_manager?.kernel; // not every notebook offers it
    this.onKernel = (kernel, status) => ENDED.includes(status) && host.classList.add(GONE);
    this.kernel?.statusChanged?.connect(this.onKernel);
    this.ending = new AbortController();
    this.on(host, "focusin", this.onFocus);
    this.on(host, "focusout", this.onBlur);
    this.on(document, "pointerdown", this.onPressElsewhere);
  }

  on(target, type, act) {
    target.addEventListener(type, act.bind(this), { signal: this.ending.signal });
  }

  close() {
    this.model.off("change:state", this.draw);
    this.gone.disconnect();
    this.kernel?.statusChanged?.disconnect(this.onKernel);
    clearTimeout(this.slow);
    this.ending.abort();
  }

  /** Draw the tree; say whether there is one. */
  drawTree() {
    const { tree, n } = this.model.get("state");
    if (!tree) return false;
    parts = this.model.get("parts") ?? {};
    updateChildren(this.host, [tree]);
    this.host.dataset.state = n;
    this.heard();
    return true;
  }

  /** Send a message to Python; return whether there is anybody to send it to. */
  tell(message) {
    try {
      this.model.send(message);
    } catch {
      this.host.classList.add(GONE);
      return false;
    }
    this.wait();
    return true;
  }

  /** Note that Python was asked for something; say so if the answer takes long. */
  wait() {
    clearTimeout(this.slow);
    this.waiting = true;
    this.slow = setTimeout(this.showLink, SLOW);
  }

  /** Note that Python has answered. */
  heard() {
    clearTimeout(this.slow);
    this.waiting = false;
    this.showLink();
  }

  /** Whether the program behind the page is gone. */
  isGone() {
    return this.host.classList.contains(GONE);
  }

  /** Say in the page's own line that Python is gone, or that one waits for it. */
  showLink() {
    const gone = this.isGone();
    for (const line of this.all("[data-gone]")) {
      const text = gone ? line.dataset.gone : this.waiting ? line.dataset.waiting : "";
      if (line.textContent !== text) line.textContent = text;
    }
  }

  all(selector) {
    return [...this.host.querySelectorAll(selector)];
  }

  group(name) {
    return this.all(`[data-group="${name}"]`);
  }

  /** Let Tab reach exactly one element of each group. */
  tidyTabs() {
    for (const name of this.groups) {
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

  /** Go `by` elements on in a group; Home and End go to its ends. */
  step(event, element, by) {
    event.preventDefault();
    const elements = this.group(element.dataset.group);
    const last = elements.length - 1;
    let at = elements.indexOf(element) + by;
    if (event.key === "Home") at = 0;
    if (event.key === "End") at = last;
    this.focus(elements[Math.max(0, Math.min(last, at))]);
  }

  active() {
    return this.host.getRootNode().activeElement;
  }

  holdsFocus(element) {
    return this.active() === element;
  }

  onFocus(event) {
    const element = event.target.closest("[data-group]");
    if (!element) return;
    const group = element.dataset.group;
    this.spot = { group, at: this.group(group).indexOf(element) };
  }

  /**
   * Forget the place when the focus goes elsewhere, but not when its element vanishes and the
   * focus falls back to the page, or to the cell around it.
   */
  onBlur(event) {
    const to = event.relatedTarget;
    if (to && !this.host.contains(to) && !to.contains(this.host)) this.spot = null;
  }

  onPressElsewhere(event) {
    if (!this.host.contains(event.target)) this.spot = null;
  }

  /** Say whether what had the focus is gone from the page. */
  lostFocus() {
    const active = this.active();
    return Boolean(this.spot && (!active || active.contains(this.host)));
  }

  /** Focus an element of the first of these groups that has any, where the focus was before. */
  focusFirst(names) {
    const elements = names.map((name) => this.group(name)).find((found) => found.length) ?? [];
    this.focus(elements[Math.max(0, Math.min(this.spot.at, elements.length - 1))]);
  }
}

/** Say whether a key is held down on what it presses; holding it presses nothing again. */
function isHeld(event) {
  return event.repeat && (event.key === "Enter" || event.key === " ");
}

function isOff(element) {
  return element.getAttribute("aria-disabled") === "true";
}
