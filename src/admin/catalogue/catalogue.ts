import { type Static, Type } from 'typebox';
import { StatusError } from '../../conventions/index.ts';
import { closed, Time } from '../../conventions/schema-parts.ts';
import { CatalogueError } from '../../mediation/catalogue/error.ts';
import type { CatalogueSource, LoadedCatalogue } from '../../mediation/ports/catalogue.ts';
import type { AdminMethod } from '../method.ts';

const AdapterView = Type.Object({
  adapterId: Type.String(),
  title: Type.String(),
  platform: Type.String(),
  formats: Type.Array(Type.String()),
});

const AdSourceView = Type.Object({
  adSourceId: Type.String(),
  title: Type.String(),
  adapters: Type.Array(AdapterView),
});

const CatalogueView = Type.Object({
  file: Type.String({ description: 'Where it was read.' }),
  version: Type.String({ description: 'Changes with the content of the file.' }),
  loadTime: Time('When this content was read.'),
  ownNetwork: Type.String({ description: "The ad source that stands for the service's own network." }),
  adSources: Type.Array(AdSourceView),
  problems: Type.Optional(
    Type.Array(Type.String(), { description: 'Why the file as it is now is not the one in use.' }),
  ),
});
export type CatalogueView = Static<typeof CatalogueView>;

/** The part of the admin interface that is about the catalogue. */
export const CATALOGUE_METHODS = {
  showCatalogue: {
    http: ['GET', '/admin/v1/catalogue'],
    role: 'viewer',
    summary: 'Show the ad sources and adapters in use',
    request: Type.Object({}, closed),
    response: CatalogueView,
  },
  reloadCatalogue: {
    http: ['POST', '/admin/v1/catalogue:reload'],
    role: 'administrator',
    summary: 'Read the catalogue file again; the catalogue in use stays where the file cannot be used',
    request: Type.Object({}, closed),
    response: CatalogueView,
  },
} as const satisfies Record<string, AdminMethod>;

function view({ catalogue, file, version, loadedAt, problems }: LoadedCatalogue): CatalogueView {
  return {
    file,
    version,
    loadTime: new Date(loadedAt).toISOString(),
    ownNetwork: catalogue.ownNetwork.adSourceId,
    adSources: catalogue.adSources.map(({ adSourceId, title, adapters }) => ({
      adSourceId,
      title,
      adapters: adapters.map(({ adapterId, title: name, platform, formats }) => ({
        adapterId,
        title: name,
        platform,
        formats: [...formats],
      })),
    })),
    ...(problems.length > 0 && { problems: [...problems] }),
  };
}

function refused({ problems, message }: CatalogueError): StatusError {
  const text = `The catalogue in use stays, since the file cannot be used: ${message}.`;
  const violations = problems.map((description) => ({ field: 'catalogue', description }));
  return new StatusError('FAILED_PRECONDITION', 'CATALOGUE_INVALID', text, violations);
}

/** What an operator does with the catalogue. */
export function catalogueAdministration(source: CatalogueSource) {
  return {
    showCatalogue: async (): Promise<CatalogueView> => view(source.loaded()),
    async reloadCatalogue(): Promise<CatalogueView> {
      try {
        return view(source.reload());
      } catch (error) {
        throw error instanceof CatalogueError ? refused(error) : error;
      }
    },
  };
}
