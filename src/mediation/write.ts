import { retryOnConflict } from '../conventions/errors.ts';
import type { MediationDeps } from './deps.ts';
import type { MediationReader, MediationWriter } from './ports/store.ts';

/** What a write comes down to after all checks: its answer, and how it is kept. */
export interface Planned<Answer> {
  readonly answer: Answer;
  keep(writer: MediationWriter): Promise<void>;
}

/**
 * Plans and keeps in one transaction. With `validateOnly` the same plan is made and not kept (AIP-163): same checks,
 * same answer. A plan only reads; that is its type.
 */
export async function planned<Answer>(
  { store }: Pick<MediationDeps, 'store'>,
  { query }: { readonly query: { readonly validateOnly?: boolean } },
  plan: (reader: MediationReader) => Promise<Planned<Answer>>,
): Promise<Answer> {
  if (query.validateOnly) return (await store.read(plan)).answer;
  const write = () =>
    store.write(async (writer) => {
      const { answer, keep } = await plan(writer);
      await keep(writer);
      return answer;
    });
  return retryOnConflict(write);
}
