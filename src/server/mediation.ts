import { readFileSync } from 'node:fs';
import { publisherAdministration } from '../mediation/administration/index.ts';
import { CatalogueError, parseCatalogue } from '../mediation/catalogue/index.ts';
import type { MediationDeps } from '../mediation/deps.ts';
import { mediationPanel } from '../mediation/panel.ts';
import type { Catalogue } from '../mediation/ports/catalogue.ts';
import type { MediationStore } from '../mediation/ports/store.ts';
import { SettingsError } from './config/load.ts';
import type { Settings } from './config/settings.ts';
import type { Effects } from './context.ts';

const SHIPPED = new URL('../../data/catalogue.json', import.meta.url);

/** @throws SettingsError naming everything that is wrong with the file */
function readCatalogue(path: string | undefined): Catalogue {
  try {
    return parseCatalogue(readFileSync(path ?? SHIPPED, 'utf8'));
  } catch (error) {
    if (path === undefined) throw error;
    const problems = error instanceof CatalogueError ? error.problems : [(error as Error).message];
    throw new SettingsError(problems.map((text) => `mediation.catalogue (${path}) cannot be used: ${text}`));
  }
}

export interface MediationParts {
  readonly settings: Settings['mediation'];
  readonly store: MediationStore;
  readonly effects: Effects;
}

/** The mediation panel, and what an operator does around it. */
export function createMediation({ settings, store, effects }: MediationParts) {
  const { strictInventory, freezeDuringExperiments } = settings;
  const catalogue = readCatalogue(settings.catalogue);
  const deps: MediationDeps = {
    store,
    catalogue: () => catalogue,
    policy: { strictInventory, freezeDuringExperiments },
    ...effects,
  };
  return { store, panel: mediationPanel(deps), administration: publisherAdministration(deps) };
}
