/** The server does not do what the case says. The message has fixed words and names of the contract only. */
export class Deviation extends Error {
  override readonly name = 'Deviation';
}

/** The case needs something that is not there. */
export class NotRun extends Error {
  override readonly name = 'NotRun';
}

/** The case could not be decided, because what it builds on failed. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';
}

export function holds(condition: boolean, deviation: string): asserts condition {
  if (!condition) throw new Deviation(deviation);
}
