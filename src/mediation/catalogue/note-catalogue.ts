import type { Actor } from '../../audit/entry.ts';
import type { MediationDeps } from '../operation.ts';
import type { CatalogueSource } from '../ports/catalogue.ts';

/** There is one catalogue for all publishers. */
const CATALOGUE = { subject: 'catalogue', subjectId: 'mediation.catalogue' } as const;

/** Records who put the catalogue into use. */
export type NoteCatalogue = (actor: Actor) => Promise<void>;

/**
 * Writes into the audit log that another catalogue is in use. The catalogue is a file, so this comes after the change;
 * of processes that read the same file one writes it.
 */
export function noteCatalogue(
  { store, clock }: Pick<MediationDeps, 'store' | 'clock'>,
  source: CatalogueSource,
): NoteCatalogue {
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
