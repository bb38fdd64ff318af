import { type Static, Type } from 'typebox';
import { closed, Time } from '../../../conventions/json-schema.ts';
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

export const CatalogueView = Type.Object({
  file: Type.String({ description: 'Where it was read.' }),
  version: Type.String({ description: 'Changes with the content of the file.' }),
  loadTime: Time('When this content was read.'),
  ownNetwork: Type.String({ description: "The ad source that stands for the service's own network." }),
  adSources: Type.Array(AdSourceView),
  problems: Type.Optional(Type.Array(Type.String(), { description: 'Why the current file is not in use.' })),
});

export type CatalogueView = Static<typeof CatalogueView>;

/** Methods for the catalogue. */
export const CATALOGUE_METHODS = {
  showCatalogue: {
    http: ['GET', '/admin/v1/catalogue'],
    role: 'viewer',
    command: 'catalogue show',
    summary: 'Show the ad sources and adapters in use',
    request: Type.Object({}, closed),
    response: CatalogueView,
  },
  reloadCatalogue: {
    http: ['POST', '/admin/v1/catalogue:reload'],
    role: 'administrator',
    noValidateOnly: 'it reads a file again, which diptych doctor checks',
    audit: ['catalogue.load'],
    command: 'catalogue reload',
    summary: 'Read the catalogue file again; if it cannot be used, the catalogue in use stays',
    request: Type.Object({}, closed),
    response: CatalogueView,
  },
} as const satisfies Record<string, AdminMethod>;
