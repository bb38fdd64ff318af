/** Values of the decision form. They are kept until the decision is stored. */
export interface Draft {
  readonly reason: string;
  readonly task: string;
  /** The value of the one member that a reason or task may have. */
  readonly member: string;
  readonly text: string;
  readonly note: string;
}

export const EMPTY_DRAFT: Draft = { reason: '', task: '', member: '', text: '', note: '' };

export const isTyped = (draft: Draft): boolean => Object.values(draft).some((value) => value.trim() !== '');

interface Choice {
  readonly name: string;
  readonly member?: string;
  readonly type?: string;
}

/** Converts a local time of an input to the contract's milliseconds. */
const millisecondsOf = (local: string): string => String(Date.parse(local));

function memberOf({ member, type }: Choice, typed: string): object {
  const value = typed.trim();
  if (member === undefined || value === '') return {};
  if (type === 'integer') return { [member]: Number(value) };
  return { [member]: isTimeMember(member) ? millisecondsOf(value) : value };
}

export const isTimeMember = (member: string): boolean => member === 'estimatedCompletion';

const described = (member: string, text: string): object =>
  text.trim() === '' ? {} : { [member]: text.trim() };

/** The `detail` of RejectProofing. */
export function rejectDetail(draft: Draft, reasons: readonly Choice[]): object | undefined {
  const reason = reasons.find(({ name }) => name === draft.reason);
  if (!reason) return undefined;
  return {
    [reason.name]: memberOf(reason, draft.member),
    ...described('rejectionDescription', draft.text),
  };
}

/** The `detail` of ChallengeProofing. */
export function challengeDetail(draft: Draft, kinds: readonly Choice[]): object | undefined {
  const kind = kinds.find(({ name }) => name === draft.task);
  if (!kind) return undefined;
  return { [kind.name]: memberOf(kind, draft.member), ...described('challengeDescription', draft.text) };
}

/** The `note` of every decision: one line. */
export const noteOf = ({ note }: Draft): { note?: string } => {
  const line = note.replace(/\s+/g, ' ').trim();
  return line === '' ? {} : { note: line };
};
