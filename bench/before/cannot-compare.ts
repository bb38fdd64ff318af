/** Why there is no comparison with the commit before, in words for the user. It says nothing about the speed. */
export class CannotCompare extends Error {}
