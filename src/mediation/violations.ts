import { faultsOf } from '../conventions/index.ts';
import type { ReasonOf } from '../conventions/reasons/index.ts';

/** Gathers what is wrong with the meaning of a request, so that everything comes back in one answer. */
export interface Violations {
  /** `metadata`: what varies in the problem, by name. */
  add(field: string, problem: string, metadata?: Readonly<Record<string, string>>): void;
  /** Throws INVALID_ARGUMENT when something was added. */
  refuse(): void;
}

export function violationsOf(reason: ReasonOf<'INVALID_ARGUMENT'>): Violations {
  const { add, raise } = faultsOf(reason);
  return {
    add: (field, problem, metadata = {}) => add({ field, description: `'${field}' ${problem}.`, metadata }),
    refuse: raise,
  };
}
