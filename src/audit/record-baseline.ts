import type { StartedBaseline } from './ports/log.ts';
import type { SealDeps } from './seal-log.ts';

type Members = StartedBaseline['members'];

function changedMembers(before: Members, after: Members): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).toSorted();
}

/** Records which settings changed since the last start, without their values. Returns their names. */
export function recordBaseline(
  { store, clock }: Pick<SealDeps, 'store' | 'clock'>,
  started: Omit<StartedBaseline, 'startedAt'>,
): Promise<readonly string[]> {
  return store.write(async (writer) => {
    const at = clock();
    const before = await writer.baseline();
    if (before?.digest === started.digest) return [];
    await writer.saveBaseline({ ...started, startedAt: at });
    if (before === undefined) return [];
    const concerns = changedMembers(before.members, started.members);
    const line = { subject: 'configuration', subjectId: started.digest, event: 'update' } as const;
    await writer.record({ ...line, concerns, actor: { kind: 'start' }, at });
    return concerns;
  });
}
