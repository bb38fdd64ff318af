import { Abandoned } from '../../../../frame/abandoned.ts';
import { whenSignedOut } from '../../../../frame/signed-out.ts';
import { storeOf } from '../../../../kit/store.ts';
import { type Job, newJob } from './job.ts';
import type { Board, Calls } from './run.ts';
import type { Placed, SourceFile } from './source.ts';

/** It reads files, which the list of holders, where this store is known, never does. */
const code = () => import('./run.ts');

const job = storeOf<Job | undefined>(undefined);
let left: readonly Placed[] = [];
let run = 0;
let isStopping = false;

/** A run belongs to one import. A newer import, or giving it up, ends the run. */
function board(own: number): Board {
  return {
    show: (change) => {
      const shown = job.get();
      if (own === run && shown) job.set(change(shown));
    },
    isGivenUp: () => own !== run || isStopping,
  };
}

/** Closing the tab would end the import. */
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

async function working(work: () => Promise<readonly Placed[]>, own: number): Promise<void> {
  addEventListener('beforeunload', ask);
  try {
    const rest = await work();
    if (own !== run) return;
    left = rest;
    board(own).show((shown) => ({ ...shown, left: rest.length }));
  } catch (error) {
    const isAbandoned = error instanceof Abandoned;
    board(own).show((shown) => ({
      ...shown,
      ...(isAbandoned ? { phase: 'stopped' } : { phase: 'failed', error }),
    }));
  } finally {
    removeEventListener('beforeunload', ask);
  }
}

/** Reads and checks a file. The check continues on other screens as long as the tab is open. */
export function startImport(
  file: string,
  personId: string,
  read: () => Promise<SourceFile>,
  calls: Calls,
): void {
  forgetImport();
  const own = run;
  job.set(newJob(file, personId));
  void working(async () => (await code()).checkAll(await read(), calls, board(own)), own);
}

/** Imports the checked records, or those that are left. */
export function goOn(calls: Calls): void {
  const own = run;
  const records = left;
  isStopping = false;
  void working(async () => (await code()).importAll(records, calls, board(own)), own);
}

/** Ends the import after the current request. Imported records stay. */
export function stopImport(): void {
  isStopping = true;
}

export function forgetImport(): void {
  run += 1;
  isStopping = false;
  left = [];
  job.set(undefined);
}

/** The records leave with their person, who finds on returning how far their import came. */
whenSignedOut(() => {
  const ended = job.get();
  const wasCutOff = ended && (ended.phase === 'importing' || (ended.imported > 0 && left.length > 0));
  forgetImport();
  if (wasCutOff) job.set({ ...ended, phase: 'signedOut', left: 0 });
});

/** The import of this person in this tab. */
export function useImportJob(personId: string): Job | undefined {
  const current = job.useValue();
  return current?.personId === personId ? current : undefined;
}
