import { useQueryClient } from '@tanstack/react-query';
import type { AdUnit } from '../../../src/mediation/contract/index.ts';
import { choicesNamed } from '../frame/find-choices.ts';
import { MOST } from '../frame/find-groups.ts';
import { useNavigate } from '../frame/navigation.tsx';
import type { PaletteSource } from '../frame/palette-sources.ts';
import { useSession } from '../frame/session.tsx';
import type { Choice } from '../kit/choice-box.tsx';
import { useMessages } from '../messages/index.ts';
import { live } from './api.ts';
import { CATALOGUE, INVENTORY, MAPPINGS, readCatalogue, readInventory } from './data.ts';
import { appName } from './model/app-name.ts';
import { lastPart } from './model/matrix.ts';

/** What is read once for so long, whatever is typed. */
const FRESH = 60_000;

/** Mappings are read by ad unit, of so many ad units at most. */
const UNITS = 100;

const background = { background: true };

/** Ad sources, apps, ad units and mappings of the publisher, by name or id. */
export function useInventorySources(publisher: string): readonly PaletteSource[] {
  const { mediation, mediationFrame: words } = useMessages();
  const { guarded } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const account = `accounts/${publisher}`;
  const read = <Data>(queryKey: readonly string[], queryFn: () => Promise<Data>) =>
    queries.fetchQuery({ queryKey, staleTime: FRESH, queryFn: () => guarded(queryFn) });
  const inventory = () => read([INVENTORY, account], () => readInventory(account, background));
  const catalogue = () => read([CATALOGUE], () => readCatalogue(background));
  const mappingsOf = ({ adUnitId = '' }: AdUnit) =>
    read([MAPPINGS, adUnitId], () => live(account, background).mappings(adUnitId));

  const choice = (
    group: string,
    text: string,
    id: string,
    place: { readonly to: string; readonly search: object; readonly more?: string | undefined },
  ): Choice => ({
    key: `${group} ${id}`,
    group,
    text,
    more: place.more,
    isName: true,
    terms: id,
    run: () => void navigate({ to: `/${publisher}/${place.to}`, search: place.search }),
  });
  const named = (choices: readonly Choice[], typed: string) => choicesNamed(choices, typed).slice(0, MOST);
  const unitsWithApps = async () => {
    const { apps, units } = await inventory();
    const names = new Map(apps.map((app) => [app.appId, appName(app)]));
    return units.map((unit) => ({ unit, app: names.get(unit.appId) }));
  };

  return [
    async (typed: string) => {
      const { sources } = await catalogue();
      const choices = sources.map(({ adSourceId, title }) =>
        choice(words.sources, title, adSourceId, { to: 'ad-sources', search: { title } }),
      );
      return named(choices, typed);
    },
    async (typed: string) => {
      const { apps } = await inventory();
      const choices = apps.map((app) => {
        const { appId = '' } = app;
        return choice(words.apps, appName(app), appId, { to: 'inventory', search: { app: appId } });
      });
      return named(choices, typed);
    },
    async (typed: string) => {
      const choices = (await unitsWithApps()).map(({ unit: { adUnitId = '', displayName }, app }) => {
        const name = displayName ?? mediation.inventory.unnamed;
        return choice(words.units, name, adUnitId, {
          to: 'inventory',
          search: { unit: adUnitId },
          more: app,
        });
      });
      return named(choices, typed);
    },
    async (typed: string) => {
      const units = (await unitsWithApps()).slice(0, UNITS);
      const { sources } = await catalogue();
      const adapters = sources.flatMap((source) => source.adapters);
      const found = await Promise.all(
        units.map(async ({ unit }) =>
          (await mappingsOf(unit)).map(({ name = '', displayName, adapterId }) => {
            const source = adapters.find((one) => one.adapterId === adapterId)?.adSourceId;
            return choice(words.mappings, displayName || mediation.mappings.unnamed, lastPart(name), {
              to: 'mappings',
              search: { unit: unit.adUnitId, source },
              more: unit.displayName,
            });
          }),
        ),
      );
      return named(found.flat(), typed);
    },
  ].map((find) => ({ isLast: true, find }));
}
