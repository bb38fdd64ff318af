import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyPlan } from '../../cli/mediation/as-code/apply.ts';
import { importInto } from '../../cli/mediation/as-code/import.ts';
import { planOptions } from '../../cli/mediation/as-code/print-plan.ts';
import { targetFor } from '../../cli/mediation/as-code/target-for.ts';
import { openWorkspace, planFor } from '../../cli/mediation/as-code/workspace.ts';
import { mediationAt } from '../../cli/mediation/client/client.ts';
import { type MediationSession, sessionOn } from '../../cli/mediation/connection.ts';
import { isInStep } from '../../mediation/as-code/plan-model.ts';
import { planText } from '../../mediation/as-code/render-text.ts';
import { expectEqual } from '../narrator.ts';
import type { DemoSession, KeptGroup } from './api.ts';
import { linesOf } from './groups.ts';

interface Signed {
  /** Address of the server. */
  readonly url: string;
  readonly accessToken: string;
}

const OPTIONS = planOptions({});

async function planAndApply({ tell }: DemoSession, session: MediationSession, file: string): Promise<void> {
  tell.step('She imports the groups into a file, changes a price in it, and plans: diptych mediation plan');
  const { groups, mappings } = await importInto(session, await targetFor(session.api), { file });
  tell.result(`mediation.yaml has ${groups} groups and ${mappings} mappings, beside it is the lock file`);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('cpm: "2.50"', 'cpm: "2.75"'));
  const workspace = await openWorkspace(session, { file });
  tell.show(planText(planFor(workspace, OPTIONS)));

  tell.step('A colleague has read the plan, so she applies it');
  const steps = await applyPlan({ ...workspace, options: OPTIONS });
  for (const { what, result } of steps) tell.result(`${what}: ${result}`);
  expectEqual(isInStep(planFor(await openWorkspace(session, { file }), OPTIONS)), true, 'nothing to plan');
  tell.result('planned again: no change');
}

/** Configuration as code, with the code of the commands import, plan and apply. */
export async function asCode(
  session: DemoSession,
  group: KeptGroup,
  { url, accessToken }: Signed,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-demo-code-'));
  const api = mediationAt({ baseUrl: url, token: () => accessToken });
  try {
    const account = () => Promise.resolve(session.account);
    await planAndApply(session, sessionOn(api, account), join(folder, 'mediation.yaml'));
  } finally {
    rmSync(folder, { recursive: true });
  }
  const now = await session.api.call('accounts.mediationGroups.get', { on: group.name });
  const prices = linesOf(now).map(({ cpmMicros }) => cpmMicros);
  expectEqual(prices.includes('2750000'), true, 'the new price');
}
