import { faultsOf } from '../conventions/index.ts';

/** Gathers what is wrong with the meaning of a request, so that everything comes back in one answer. */
export interface Violations {
  add(field: string, problem: string): void;
  /** Throws INVALID_ARGUMENT when something was added. */
  refuse(): void;
}

export function violationsOf(reason: string): Violations {
  const { add, raise } = faultsOf(reason);
  return {
    add: (field, problem) => add({ field, description: `'${field}' ${problem}.` }),
    refuse: raise,
  };
}
