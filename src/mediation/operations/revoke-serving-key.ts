import { auditEntries } from '../audit.ts';
import { isServingKey } from '../names.ts';
import { type Operation, planned } from '../operation.ts';
import { notFound } from '../refusals.ts';
import { servingKeyView } from '../serving-key.ts';

/** Does nothing to a key that is revoked already. */
export const revokeServingKey: Operation<'accounts.apps.servingKeys.revoke', 'store' | 'clock'> =
  (deps) => (request) =>
    planned(deps, request, async (reader) => {
      const { publisherId, appFragment, servingKey } = request;
      const stored = isServingKey(servingKey) ? await reader.servingKey(servingKey) : undefined;
      if (stored?.publisherId !== publisherId || stored.appFragment !== appFragment) throw notFound();
      const before = servingKeyView(stored);
      if (stored.revokedAt !== undefined) return { answer: before, keep: async () => {} };

      const at = deps.clock();
      const revoked = { ...stored, revokedAt: at };
      const answer = servingKeyView(revoked);
      return {
        answer,
        async keep(writer) {
          await writer.updateServingKey(revoked);
          await writer.record(
            ...auditEntries(request, at, [{ resource: answer.name, before, after: answer }]),
          );
        },
      };
    });
