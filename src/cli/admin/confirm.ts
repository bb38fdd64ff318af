import type { Readable, Writable } from 'node:stream';
import { severalLines } from '../../conventions/printable.ts';
import { Declined, UsageError } from '../cli-errors.ts';

export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean };
}

/**
 * Questions go to standard error, because a program may read standard output. Both are opened when somebody is asked: most
 * commands ask nothing.
 */
const terminalHere: Terminal = {
  get input() {
    return process.stdin;
  },
  get output() {
    return process.stderr;
  },
};

export const YES = ['--yes', 'do not ask; needed without a terminal'] as const;

const canAsk = ({ input, output }: Terminal) => input.isTTY === true && output.isTTY === true;

/** Offers a further step. Without a terminal, or with `yes`, it does not ask and returns false. */
export async function agreed(
  message: string,
  { yes }: { readonly yes: boolean },
  terminal: Terminal = terminalHere,
): Promise<boolean> {
  if (yes || !canAsk(terminal)) return false;
  const { confirm } = await import('@clack/prompts');
  return (await confirm({ message, initialValue: false, ...terminal })) === true;
}

/**
 * Asks at a terminal before an action; `what` describes it. Says that it cannot be undone, unless `canUndo` is set;
 * `because` says why it asks where it cannot ask. @throws UsageError without a terminal, unless `yes` is set
 * @throws Declined
 */
export async function confirmed(
  what: () => string | Promise<string>,
  {
    yes,
    canUndo = false,
    because = canUndo ? undefined : 'this cannot be undone',
  }: { readonly yes?: boolean; readonly canUndo?: boolean; readonly because?: string },
  terminal: Terminal = terminalHere,
): Promise<void> {
  if (yes) return;
  if (!canAsk(terminal))
    throw new UsageError(
      `${because === undefined ? '' : `${because}, and `}there is no terminal to ask at; add --yes`,
    );
  const message = `${severalLines(await what())}\n${canUndo ? '' : 'This cannot be undone. '}Go on?`;
  const { confirm, isCancel } = await import('@clack/prompts');
  const answer = await confirm({ message, initialValue: false, ...terminal });
  if (isCancel(answer) || !answer) throw new Declined('nothing was done');
}
