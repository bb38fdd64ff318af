import { decimalOf } from '../../../../src/client/cpm.ts';
import {
  AD_UNITS,
  EXCLUDED,
  type Fields,
  fieldsOfGroup,
  IDFA,
  linePath,
  PRIORITY,
  placeOf,
  TARGETED,
} from '../../../../src/client/group-changes.ts';
import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { codesIn, type Draft, type DraftLine, draftOf, isNew, microsOf, sentLine } from './draft.ts';
import { mappingToMake } from './new-mapping.ts';

/** The fields of a draft, without its new lines. */
export function fieldsOfDraft(draft: Draft): Fields {
  const lines = draft.lines.filter((line) => !isNew(line));
  return fieldsOfGroup({
    targeting: {
      adUnitIds: [...draft.adUnitIds],
      targetedRegionCodes: [...codesIn(draft.targeted)],
      excludedRegionCodes: [...codesIn(draft.excluded)],
      ...(draft.idfa && { idfaTargeting: draft.idfa }),
    },
    ...sentPriority(draft.priority),
    mediationGroupLines: Object.fromEntries(
      lines.map((line) => [line.key, { ...line, cpmMicros: microsOf(line) ?? line.cpm }]),
    ),
  });
}

const listOf = (value: string | undefined) => (value ? value.split(',') : []);

const LARGEST_INT32 = 2 ** 31 - 1;

/** Text that is no number is sent as -1: the server refuses it, and says which numbers it takes. */
export const sentPriority = (typed: string | undefined = ''): MediationGroup => {
  const value = typed.trim();
  if (value === '') return {};
  return { priority: /^\d+$/.test(value) ? Math.min(Number(value), LARGEST_INT32) : -1 };
};

/** How a field of the group itself is sent. Without a value the mask alone clears it. */
const SENT: Readonly<Record<string, (value: string | undefined) => MediationGroup>> = {
  [AD_UNITS]: (value) => ({ targeting: { adUnitIds: listOf(value) } }),
  [TARGETED]: (value) => ({ targeting: { targetedRegionCodes: listOf(value) } }),
  [EXCLUDED]: (value) => ({ targeting: { excludedRegionCodes: listOf(value) } }),
  [IDFA]: (value) => (value ? { targeting: { idfaTargeting: value as Exclude<Draft['idfa'], ''> } } : {}),
  [PRIORITY]: sentPriority,
};

export const fieldsOf = (group: MediationGroup): Fields => fieldsOfDraft(draftOf(group));

interface Patch {
  readonly updateMask: readonly string[];
  readonly body: MediationGroup;
}

export const isEmpty = ({ updateMask }: Patch): boolean => updateMask.length === 0;

type Lines = Record<string, Record<string, unknown>>;

/** The request that changes `base` to `wanted`. It names only what changes. */
export function patchOf(base: Fields, wanted: Fields, newLines: readonly DraftLine[] = []): Patch {
  const updateMask: string[] = [];
  const lines: Lines = {};
  let body: MediationGroup = {};
  const removed = (key: string) => wanted.get(`${linePath(key)}.state`) === 'REMOVED';
  for (const path of new Set([...base.keys(), ...wanted.keys()])) {
    const value = wanted.get(path);
    if (base.get(path) === value) continue;
    const place = placeOf(path);
    if (!place) {
      const { targeting, ...own } = SENT[path]?.(value) ?? {};
      body = { ...body, ...own, ...(targeting && { targeting: { ...body.targeting, ...targeting } }) };
      updateMask.push(path);
      continue;
    }
    const { key, member, adUnitId } = place;
    // A removed line needs only its state; a line without its own price has no cpmMicros.
    if (removed(key) && member !== 'state') continue;
    if (member === 'cpmMicros' && value === undefined) continue;
    updateMask.push(path);
    lines[key] ??= {};
    if (adUnitId === undefined) lines[key][member] = value;
    // What is not made yet is sent as none, and the mask stays: there is something to save.
    else if (value !== undefined && !mappingToMake(value))
      lines[key][member] = { ...(lines[key][member] as object | undefined), [adUnitId]: value };
  }
  for (const line of newLines) {
    updateMask.push(linePath(line.key));
    lines[line.key] = { ...sentLine(line) };
  }
  if (Object.keys(lines).length === 0) return { updateMask, body };
  return {
    updateMask,
    body: { ...body, mediationGroupLines: lines as NonNullable<MediationGroup['mediationGroupLines']> },
  };
}

/** The changes that a draft makes to the group. */
export const changesOf = (base: MediationGroup, draft: Draft): Patch =>
  patchOf(fieldsOf(base), fieldsOfDraft(draft), draft.lines.filter(isNew));

/** Whether a draft changes the price of a line that the group has, or how it is found. */
export const changesPriceOf = (base: MediationGroup, draft: Draft): boolean =>
  changesOf(base, draft).updateMask.some((path) => /\.(cpmMicros|cpmMode)$/.test(path));

/** A draft of the group, with the given fields in place of its own. */
export function draftWith(group: MediationGroup, fields: Fields, newLines: readonly DraftLine[]): Draft {
  const of = (path: string) => fields.get(path);
  const lines = draftOf(group).lines.map((line): DraftLine => {
    const path = linePath(line.key);
    const micros = of(`${path}.cpmMicros`);
    const mappings = [...fields].flatMap(([one, name]) => {
      const place = placeOf(one);
      return place?.key === line.key && place.adUnitId !== undefined ? [[place.adUnitId, name] as const] : [];
    });
    return {
      ...line,
      displayName: of(`${path}.displayName`) ?? line.displayName,
      cpmMode: (of(`${path}.cpmMode`) ?? line.cpmMode) as DraftLine['cpmMode'],
      state: (of(`${path}.state`) ?? line.state) as DraftLine['state'],
      cpm: micros === undefined ? '' : /^\d+$/.test(micros) ? decimalOf(micros) : micros,
      adUnitMappings: Object.fromEntries(mappings),
    };
  });
  const text = (path: string) => listOf(of(path)).join(', ');
  return {
    adUnitIds: listOf(of(AD_UNITS)),
    targeted: text(TARGETED),
    excluded: text(EXCLUDED),
    idfa: (of(IDFA) ?? '') as Draft['idfa'],
    priority: of(PRIORITY) ?? '',
    lines: [...lines, ...newLines],
  };
}
