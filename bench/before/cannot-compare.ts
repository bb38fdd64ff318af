/** Thrown if the comparison is not possible, for example because the commit is missing. The message is for the user. */
export class CannotCompare extends Error {}
