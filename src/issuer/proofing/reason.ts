import { CHALLENGE_KINDS, type Challenged, REJECTION_REASONS, type Rejected } from '../contract/index.ts';

const memberIn = (kinds: object, message: object = {}): string | undefined =>
  Object.keys(message).find((member) => Object.hasOwn(kinds, member));

interface Decided {
  readonly rejected?: Rejected | undefined;
  readonly challenged?: Challenged | undefined;
}

/** The code in a message to the wallet platform: why it was rejected first of all, or what the user must do. */
export const reasonOf = ({ rejected, challenged }: Decided): string | undefined =>
  memberIn(REJECTION_REASONS, rejected?.primaryRejection) ?? memberIn(CHALLENGE_KINDS, challenged);
