import { canonicalJson } from '../../conventions/canonical-json.ts';
import { omit } from '../../conventions/omit.ts';
import { UserError } from '../../conventions/user-error.ts';
import { hasWork, type Plan, type PlanOptions } from './plan-model.ts';

/** A plan in a file, with the text that it was made from: `apply` makes exactly this, or nothing. */
export interface SavedPlan {
  readonly kind: 'diptych-mediation-plan';
  readonly version: 1;
  /** The configuration file, from the folder of the plan. */
  readonly file: string;
  readonly text: string;
  readonly target?: 'public';
  readonly options: PlanOptions;
  readonly plan: Plan;
}

/** The file is no plan, or not of this version. */
class SavedPlanError extends UserError {
  override readonly name = 'SavedPlanError';
}

export function isSavedPlan(text: string): boolean {
  return /^\s*\{/.test(text) && text.includes('"diptych-mediation-plan"');
}

export function parseSavedPlan(text: string, file: string): SavedPlan {
  try {
    const saved = JSON.parse(text) as Partial<SavedPlan>;
    const isWhole =
      typeof saved.text === 'string' && typeof saved.file === 'string' && saved.plan && saved.options;
    if (saved.kind === 'diptych-mediation-plan' && saved.version === 1 && isWhole) return saved as SavedPlan;
  } catch {
    // Reported below.
  }
  throw new SavedPlanError(`${file} is no plan of diptych mediation plan --out`);
}

/** What decides whether two plans do the same to the same state. */
const essence = (plan: Plan) => ({
  ...omit(plan, 'unmanaged'),
  groups: plan.groups.map(({ version, ...group }) => (hasWork(group) ? { ...group, version } : group)),
});

export const isSamePlan = (one: Plan, other: Plan): boolean =>
  canonicalJson(essence(one)) === canonicalJson(essence(other));
