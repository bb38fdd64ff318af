import type { Actor } from '../../audit/entry.ts';
import type { MediationDeps } from '../operation.ts';
import type { CatalogueSource } from '../ports/catalogue.ts';

/** All publishers share one catalogue. */
const CATALOGUE = { subject: 'catalogue', subjectId: 'mediation.catalogue' } as const;

/** Records who put a catalogue into use. */
export type RecordCatalogue = (actor: Actor) => Promise<void>;

/**
 * Records in the audit log that a new catalogue is in use. The catalogue is a file, so the entry follows the
 * change. If several processes read the same file, one of them writes the entry.
 */
export function recordCatalogue(
  { store, clock }: Pick<MediationDeps, 'store' | 'clock'>,
  source: CatalogueSource,
): RecordCatalogue {
  let noted: string | undefined;
  return async (actor) => {
    const { version } = source.loaded();
    if (version === noted) return;
    await store.write(async (writer) => {
      const at = clock();
      const last = await writer.lastChange(CATALOGUE.subject, CATALOGUE.subjectId, at);
      if (last?.to === version) return;
      const from = last?.to === undefined ? {} : { from: last.to };
      await writer.record({ ...CATALOGUE, event: 'load', ...from, to: version, actor, at });
    });
    noted = version;
  };
}
