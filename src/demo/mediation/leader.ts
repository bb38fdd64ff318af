import { table } from '../../cli/table/table.ts';
import { percentText } from '../../conventions/percent.ts';
import type { Snapshot } from '../../resolve/index.ts';
import { expectEqual } from '../narrator.ts';
import type { DemoSession } from './api.ts';
import { simulateDay } from './day.ts';
import { type Serving, sendDay, timeOf } from './serving.ts';

/** The server needs four full days. The day on which the experiment started is none. */
const FULL_DAYS = 5;
const NEW_USERS = 20_000;

/** By how many days the clock has to start late. */
export const DAYS_OF_STORY = FULL_DAYS + 1;

interface Running {
  readonly snapshot: Snapshot;
  readonly adUnitId: string;
  /** Resource name. */
  readonly experiment: string;
  /** Number of users who came on the first day. */
  readonly users: number;
}

/** Lets days pass until the server has named the better variant. */
export async function findLeader(
  session: DemoSession,
  serving: Serving,
  { snapshot, adUnitId, experiment, users }: Running,
): Promise<void> {
  const { tell, api } = session;
  tell.step('Days pass; after each one the server looks at the revenue per user of both variants');
  await serving.nextDay();
  const rows: string[][] = [];
  for (let day = 0; day < FULL_DAYS; day += 1) {
    const visit = { users: NEW_USERS, time: timeOf(serving), known: users + day * NEW_USERS };
    await sendDay(session, simulateDay(snapshot, adUnitId, visit));
    await serving.nextDay();
    const on = experiment;
    const seen = await api.call('accounts.mediationGroups.mediationAbExperiments.get', { on });
    const { control, treatment, lift, date = '' } = seen.analysis ?? {};
    rows.push([
      date,
      String(Number(control?.users) + Number(treatment?.users)),
      lift
        ? `${percentText(lift.value ?? 0)} (${percentText(lift.lower ?? 0)} to ${percentText(lift.upper ?? 0)})`
        : '',
      seen.variantLeader ?? '',
    ]);
  }
  tell.show(table(['until', 'users', 'B earns more', 'leader'], rows));
  expectEqual(rows.map((row) => row.at(-1)).slice(-2), ['TREATMENT', 'TREATMENT'], 'the leader');
  tell.result('variant B leads, whenever somebody looks: the bounds hold for all days together');
}
