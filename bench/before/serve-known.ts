import type { Keep } from '../harness/with-folder.ts';
import { type Served, ServerEnded, serve } from '../load/serve.ts';
import { CannotCompare } from './cannot-compare.ts';
import type { CommitBefore } from './commit-before.ts';

/** Settings by the names of their variables. */
export type Variables = Readonly<Record<string, string>>;

/** Without the compile cache: otherwise one server might start with code that an earlier run compiled, and the other not. */
export const ALIKE = { NODE_DISABLE_COMPILE_CACHE: '1' };

/** The names that a server did not know, from the log with which it ended. */
export const unknownIn = (log: string, names: readonly string[]): readonly string[] =>
  names.filter((name) => log.includes(`${name} (the variable ${name}) is not a setting`));

export interface Pair {
  readonly ours: Served;
  readonly before: Served;
  /** Settings that only the present server knows, so that neither has them. */
  readonly unknown: readonly string[];
}

/** Starts the server of a commit with those of the settings that it knows. @throws CannotCompare if it does not start */
export async function serveKnown(
  commit: CommitBefore,
  data: string,
  settings: Variables,
): Promise<{ readonly served: Served; readonly known: Variables }> {
  try {
    return { served: await serve(data, 1, { ...settings, ...ALIKE }, commit.bin), known: settings };
  } catch (error) {
    if (!(error instanceof ServerEnded)) throw error;
    const unknown = unknownIn(error.log, Object.keys(settings));
    if (unknown.length === 0)
      throw new CannotCompare(`The server of ${commit.title} does not start:\n${error.log}`);
    const known = Object.entries(settings).filter(([name]) => !unknown.includes(name));
    return serveKnown(commit, data, Object.fromEntries(known));
  }
}

/** Starts the servers of a commit and of this folder, with the settings that both know. @throws CannotCompare */
export async function servePair(
  commit: CommitBefore,
  data: { readonly ours: string; readonly before: string },
  settings: Variables,
  keep: Keep,
): Promise<Pair> {
  const { served: before, known } = await serveKnown(commit, data.before, settings);
  keep(before.stop);
  const ours = await serve(data.ours, 1, { ...known, ...ALIKE });
  keep(ours.stop);
  return { ours, before, unknown: Object.keys(settings).filter((name) => !(name in known)) };
}
