/** As identifiers and namespaces are written; people, streets and numbers are not. */
const NAME = /^(?=.{1,64}$)([a-z][a-z0-9_.]*|[A-Za-z]+(_[A-Za-z0-9.]+)+)$/;

/** A name from outside as findings show it: short and plain, or not at all. */
export function shownName(name: string): string {
  return NAME.test(name) ? name : '…';
}
