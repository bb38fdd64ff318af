import type { AnchorFigures, AnchorGap, KeyChange, VerifiedLog } from '../../audit/index.ts';

/** What a change of the seal key means, in words. */
const CHANGES: Readonly<Record<KeyChange['kind'], string>> = {
  announced: 'NEW KEY  announced by the key before it',
  reset: 'RESET  a new key that operators vouched for',
  unexplained: 'NEW KEY  not announced by the key before it',
};

function changeText({ seal, time, kind, reason, operatorId, approverId }: KeyChange): string {
  const people = [
    ...(reason === undefined ? [] : [reason]),
    ...(operatorId === undefined ? [] : [`by ${operatorId}`]),
    ...(approverId === undefined ? [] : [`approved by ${approverId}`]),
  ];
  return [`${CHANGES[kind]}, at ${time}, seal ${seal}`, ...people].join(', ');
}

const KINDS: Readonly<Record<AnchorFigures['kind'], string>> = {
  folder: 'anchor files',
  rfc3161: 'time stamps',
  witness: 'cosignatures',
};

const anchorsOf = ({ kind, witness }: Pick<AnchorFigures, 'kind' | 'witness'>) =>
  witness === undefined ? KINDS[kind] : `${KINDS[kind]} by ${witness}`;

const anchorText = ({ count, first, last, lastTime, ...who }: AnchorFigures) =>
  count === 0
    ? `no ${anchorsOf(who)}`
    : `${count} ${anchorsOf(who)}, of seals ${first} to ${last}, the last one made at ${lastTime}`;

const gapText = ({ seal, sealTime, anchorTime, isOlder, ...who }: AnchorGap) =>
  isOlder
    ? `OLDER  seal ${seal} of ${sealTime} has ${anchorsOf(who)} of ${anchorTime}`
    : `GAP  seal ${seal} of ${sealTime} has no ${anchorsOf(who)} until ${anchorTime ?? 'the end'}`;

const purgedText = ({ seal, before, time }: NonNullable<VerifiedLog['purged']>) =>
  `PURGED  entries before ${before} were purged by retention at ${time}; the audit log begins with seal ${seal}`;

/** What a verification found. */
export function verifiedText(verified: VerifiedLog): string {
  const { seals, sealedLines, unsealedLines, head, keys, keyChanges, problem } = verified;
  const { anchors = [], gaps = [], purged } = verified;
  const facts = [
    `${seals} seals over ${sealedLines} events; ${unsealedLines} behind the last seal`,
    ...keys.map((key) => `key   ${key}`),
    ...(head === undefined ? [] : [`head  ${head}`]),
    ...keyChanges.map(changeText),
    ...(purged ? [purgedText(purged)] : []),
    ...anchors.map(anchorText),
    ...gaps.map(gapText),
  ];
  const good =
    seals === 0
      ? 'nothing was sealed yet, so changes cannot be detected; try again in ten minutes'
      : 'the audit log is unchanged since it was sealed';
  if (!problem) return [...facts, good].join('\n');
  const { entry, changeId, seal, text: wrong } = problem;
  const where = [
    `line ${entry}`,
    ...(changeId === undefined ? [] : [`event ${changeId}`]),
    ...(seal === undefined ? [] : [`seal ${seal}`]),
  ];
  return [...facts, `WRONG  ${where.join(', ')}: ${wrong}`].join('\n');
}
