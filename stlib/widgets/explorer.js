/*
 * The explorers' page. `page.js` stands before it in one module; it draws the tree.
 *
 * It knows no rules. Python marks in the tree what can be done:
 *   data-trait="zone"    a button sets this trait to its data-value (JSON);
 *                        an input, a list or a box shows the trait and sets it
 *   data-act="put"       a button sends {act, value}, with its data-value
 *   data-row="2"         the group is a grid: up and down go from row to row
 */

class Explorer extends Page {
  constructor(model, host) {
    super(model, host, []);
    this.showInputs = this.showInputs.bind(this);
    model.on("change", this.showInputs);
    this.on(host, "click", this.onClick);
    this.on(host, "keydown", this.onKey);
    this.on(host, "input", this.onInput);
    this.on(host, "change", this.onInput);
    this.draw();
  }

  close() {
    this.model.off("change", this.showInputs);
    super.close();
  }

  draw() {
    if (!this.drawTree()) return;
    this.groups = [...new Set(this.all("[data-group]").map((e) => e.dataset.group))];
    this.tidyTabs();
    this.showInputs();
    if (this.lostFocus()) this.focusFirst([this.spot.group, ...this.groups]);
  }

  set(trait, value) {
    if (this.isGone()) return this.showInputs();
    const changes = JSON.stringify(this.model.get(trait)) !== JSON.stringify(value);
    this.model.set(trait, value);
    this.model.save_changes();
    if (changes) this.wait();
  }

  onClick(event) {
    const element = event.target.closest("button");
    if (!element || isOff(element)) return;
    const { trait, act, value } = element.dataset;
    if (trait) this.set(trait, JSON.parse(value));
    else if (act && !this.isGone()) this.tell({ act, value });
  }

  /** Let inputs show their traits, except a line in which somebody is typing. */
  showInputs() {
    for (const input of this.all(":is(input, select)[data-trait]")) {
      const value = this.model.get(input.dataset.trait);
      if (input.type === "checkbox") input.checked = value;
      else if (input.type !== "text" || !this.holdsFocus(input) || !this.typing) {
        if (input.value !== String(value)) input.value = String(value);
      }
    }
  }

  /** A slider sets its trait while it moves, a line of text when it is done. */
  onInput(event) {
    const { type, dataset } = event.target;
    if (!dataset.trait) return;
    this.typing = type === "text" && event.type === "input";
    if ((type === "range") === (event.type === "input")) this.commit(event.target);
  }

  commit(input) {
    const { type, value, checked, dataset } = input;
    this.typing = false;
    this.set(dataset.trait, type === "checkbox" ? checked : type === "range" ? Number(value) : value);
  }

  onKey(event) {
    if (event.target.type === "text" && event.key === "Enter") this.commit(event.target);
    const element = event.target.closest("button[data-group]");
    if (!element) return;
    if (isHeld(event)) event.preventDefault();
    const upright = event.key === "ArrowUp" || event.key === "ArrowDown";
    if (upright && element.dataset.row) this.climb(event, element, STEPS[event.key]);
    else if (event.key in STEPS) this.step(event, element, STEPS[event.key]);
    else if (event.key === "Home" || event.key === "End") this.step(event, element, 0);
  }

  /** Go to the same place of the next row of a grid. */
  climb(event, element, by) {
    event.preventDefault();
    const row = (e) => Number(e.dataset.row);
    const beside = this.group(element.dataset.group);
    const own = beside.filter((e) => row(e) === row(element));
    const other = beside.filter((e) => row(e) === row(element) + by);
    this.focus(other[Math.min(own.indexOf(element), other.length - 1)]);
  }
}

export default {
  render({ model, el }) {
    const explorer = new Explorer(model, el);
    return () => explorer.close();
  },
};
