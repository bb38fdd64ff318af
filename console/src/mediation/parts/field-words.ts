import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { formattingLocale } from '../../kit/time.tsx';
import { useMessages } from '../../messages/index.ts';
import { type DraftLine, microsOf } from '../model/draft.ts';
import { AD_UNITS, placeOf } from '../model/fields.ts';
import type { GroupChange } from '../model/group-changes.ts';
import { formatCpm } from '../model/micros.ts';
import { shownMapping } from '../model/new-mapping.ts';
import { useLabels } from './labels.ts';
import { named } from './named.ts';

/** Fields of a group and their values in words; lines are named as in the first group that has them. */
export function useFieldWords(...groups: readonly MediationGroup[]) {
  const { mediation } = useMessages();
  const { group: words, words: shared, lines } = mediation;
  const labels = useLabels();
  const lineName = (key: string) => {
    const line = groups.map((one) => one.mediationGroupLines?.[key]).find((one) => one !== undefined);
    const name = line?.displayName || (line?.adSourceId && labels.source(line.adSourceId)) || key;
    return line?.experimentVariant === 'VARIANT_B' ? lines.inVariantB(name) : name;
  };
  const field = (path: string): string => {
    const line = /^mediationGroupLines\["([^"]+)"\]$/.exec(path)?.[1];
    if (line !== undefined) return lineName(line);
    const place = placeOf(path);
    // A problem of one value of a list is at the list.
    if (!place) return named(words.values, path.replace(/\[\d+\]$/, ''));
    const isAllMappings = place.member === 'adUnitMappings' && place.adUnitId === undefined;
    const member = isAllMappings ? words.mappings : named(words.members, place.member);
    const unit = place.adUnitId === undefined ? '' : ` ${labels.unit(place.adUnitId)}`;
    return `${lineName(place.key)}: ${member}${unit}`;
  };
  const value = (path: string, text: string | undefined): string => {
    if (text === undefined || text === '') return words.nothing;
    if (path === 'state') return named(shared.states, text);
    if (path === 'targeting.idfaTargeting') return named(words.idfaModes, text);
    if (path === AD_UNITS) return text.split(',').map(labels.unit).join(', ');
    if (path.endsWith('RegionCodes')) return text.replaceAll(',', ', ');
    const { member } = placeOf(path) ?? {};
    if (member === 'cpmMicros' && /^\d+$/.test(text)) return formatCpm(text, formattingLocale());
    if (member === 'adUnitMappings') return shownMapping(text);
    if (member === 'cpmMode') return named(lines.modes, text);
    return member === 'state' ? named(shared.states, text) : text;
  };
  const line = (one: DraftLine): string => {
    const micros = microsOf(one);
    const price = micros === undefined ? lines.byAuction : formatCpm(micros, formattingLocale());
    const parts = [one.isTreatment ? lines.variantB : '', price, named(shared.states, one.state)];
    return parts.filter(Boolean).join(', ');
  };
  return {
    lineName,
    field,
    value,
    line,
    /** A change in one line of text. */
    summary(change: GroupChange): string {
      if (change.kind === 'changed')
        return words.changed(
          field(change.path),
          value(change.path, change.before),
          value(change.path, change.after),
        );
      const name = change.line.displayName || labels.source(change.line.adSourceId);
      return change.kind === 'added' ? words.lineAdded(name) : words.lineRemoved(name);
    },
  };
}
