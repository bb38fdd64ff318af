import { AD_FORMATS, PLATFORMS } from '../../../../mediation/contract/enums.ts';
import type { MediationGroup, MediationGroupLine } from '../../../../mediation/contract/index.ts';
import { UsageError } from '../../../cli-errors.ts';
import { collect } from '../../../options.ts';
import { leaf } from '../../command.ts';
import type { MediationSession } from '../../connection.ts';
import { enumOption } from '../../enum-option.ts';
import { adUnitId } from '../../find/inventory.ts';
import { lineMappings } from '../../find/mappings.ts';
import { pickSource } from '../../find/sources.ts';
import { cpmOf } from './lines.ts';
import { DRY_RUN } from './patch.ts';
import { printGroup } from './print-group.ts';
import { idfaOf, priorityOf, type TargetingOptions, withTargeting } from './targeting.ts';

interface Options extends TargetingOptions {
  readonly platform: string;
  readonly format: string;
  readonly adUnit?: readonly string[];
  readonly line?: readonly string[];
  readonly paused?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `AppLovin=2.50` */
function split(text: string): readonly [source: string, cpm: string] {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new UsageError('--line takes SOURCE=CPM, such as AppLovin=2.50, or SOURCE=live');
  return [text.slice(0, at), text.slice(at + 1)];
}

async function newLines(session: MediationSession, group: MediationGroup, { line = [], json }: Options) {
  const sources = line.length > 0 ? await session.live.adSources() : [];
  const lines: Record<string, MediationGroupLine> = {};
  for (const [index, text] of line.entries()) {
    const [wanted, cpm] = split(text);
    const source = pickSource(sources, wanted);
    const adUnitMappings = await lineMappings(session, { group, source, json });
    lines[`-${index + 1}`] = {
      displayName: source.title ?? wanted,
      adSourceId: source.adSourceId ?? '',
      ...cpmOf(cpm, '--line'),
      state: 'ENABLED',
      ...(Object.keys(adUnitMappings).length > 0 && { adUnitMappings }),
    };
  }
  return lines;
}

async function wantedGroup(
  session: MediationSession,
  displayName: string,
  options: Options,
): Promise<MediationGroup> {
  const { platform, format, adUnit = [], region, excludeRegion, idfa, priority } = options;
  const inventory = adUnit.length > 0 ? await session.live.inventory() : { apps: [], adUnits: [] };
  const group: MediationGroup = {
    displayName,
    state: options.paused ? 'DISABLED' : 'ENABLED',
    targeting: {
      platform: platform.toUpperCase(),
      format: format.toUpperCase(),
      ...(adUnit.length > 0 && { adUnitIds: adUnit.map((unit) => adUnitId(inventory, unit)) }),
      ...(region && { targetedRegionCodes: [...region] }),
      ...(excludeRegion && { excludedRegionCodes: [...excludeRegion] }),
      ...(idfa !== undefined && { idfaTargeting: idfaOf(idfa) }),
    },
    ...(priority !== undefined && { priority: priorityOf(priority) }),
  };
  const mediationGroupLines = await newLines(session, group, options);
  return { ...group, ...(Object.keys(mediationGroupLines).length > 0 && { mediationGroupLines }) };
}

const HELP = `A line of the own network is added by itself. Each line gets the mapping that
its ad source has for each ad unit; if there are several, add the line with
add-line --mapping. It serves at once, unless you add --paused.`;

export const createGroup = () =>
  leaf<Options>({
    name: 'create <name>',
    description: 'Create a mediation group',
    help: HELP,
    examples: [
      'diptych mediation groups create Races --platform android --format interstitial \\\n    --ad-unit "Acme Racing/Before the race" --line AppLovin=2.50 \\\n    --line "InMobi Exchange (bidding)=live"',
      'diptych mediation groups create DACH --platform ios --format banner \\\n    --region DE --region AT --paused',
    ],
    options: (command) =>
      withTargeting(command)
        .addOption(enumOption('--platform <platform>', 'platform', PLATFORMS).makeOptionMandatory())
        .addOption(enumOption('--format <format>', 'ad format', AD_FORMATS).makeOptionMandatory())
        .option('--ad-unit <unit>', 'ad unit: name, App/Name or id; several are possible', collect)
        .option(
          '--line <source=cpm>',
          'line of an ad source, with its CPM in US dollars or live; several',
          collect,
        )
        .option('--paused', 'do not serve it yet')
        .option(...DRY_RUN),
    run: async (session, options, name = '') => {
      const body = await wantedGroup(session, name, options);
      const on = await session.account();
      const group = await session.api.call('accounts.mediationGroups.create', {
        on,
        body,
        validateOnly: options.dryRun,
      });
      await printGroup(session, group, options);
    },
  });
