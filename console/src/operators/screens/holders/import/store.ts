import { useSyncExternalStore } from 'react';
import type { Placed } from './chunks.ts';
import { type Job, newJob } from './job.ts';
import { type Board, type Calls, checkAll, importAll } from './run.ts';
import type { SourceFile } from './source.ts';

let job: Job | undefined;
let left: readonly Placed[] = [];
let run = 0;
let isStopping = false;
const listeners = new Set<() => void>();

function set(next: Job | undefined): void {
  job = next;
  for (const listener of listeners) listener();
}

/** A run belongs to one import. A newer import, or giving it up, ends the run. */
function board(own: number): Board {
  return {
    show: (change) => {
      if (own === run && job) set(change(job));
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
    if (own === run) left = rest;
  } catch (error) {
    board(own).show((shown) => ({ ...shown, phase: 'failed', error }));
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
  set(newJob(file, personId));
  void working(async () => checkAll(await read(), calls, board(own)), own);
}

/** Imports the checked records, or those that are left. */
export function goOn(calls: Calls): void {
  const own = run;
  const records = left;
  isStopping = false;
  void working(() => importAll(records, calls, board(own)), own);
}

/** Ends the import after the current request. Imported records stay. */
export function stopImport(): void {
  isStopping = true;
}

export function forgetImport(): void {
  run += 1;
  isStopping = false;
  left = [];
  set(undefined);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The import of this person in this tab. */
export function useImportJob(personId: string): Job | undefined {
  const current = useSyncExternalStore(subscribe, () => job);
  return current?.personId === personId ? current : undefined;
}
