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

type Rules = Pick<MediationDeps, 'catalogue' | 'policy'>;

/** What publishers' settings are checked against; a file that is named is read here, once. */
export function mediationRules({ mediation }: Settings): Rules {
  const { strictInventory, freezeDuringExperiments } = mediation;
  const catalogue = readCatalogue(mediation.catalogue);
  return { catalogue: () => catalogue, policy: { strictInventory, freezeDuringExperiments } };
}

/** The mediation panel, and what an operator does around it. */
export function createMediation(rules: Rules, store: MediationStore, effects: Effects) {
  const deps: MediationDeps = { store, ...rules, ...effects };
  return { store, panel: mediationPanel(deps), administration: publisherAdministration(deps) };
}
