import { type Static, type TProperties, Type } from 'typebox';
import { level } from './lint.ts';
import { extension, int32, text, time } from './message.ts';

/** Query parameters of a method. Their names may be in camelCase or snake_case. */
const parameters = <Members extends TProperties>(members: Members) => Type.Partial(Type.Object(members));

const pageSize = Type.Integer({
  format: 'int32',
  description: 'Most items in the answer: 10000 when 0 or left out, never more than 20000.',
});
const pageToken = Type.String({
  description: 'nextPageToken of the page before; the other parameters stay.',
});

/** A parameter of writes, and a member of requests that are no resources. */
export const validateOnly = Type.Boolean({
  description:
    'Checks everything and answers the resource as it would be, with ids made up for it; keeps nothing.',
});

const filter = (description: string) => Type.String({ description });

export const NoQuery = parameters({});
export const PageQuery = parameters({ pageSize, pageToken });
export const WriteQuery = parameters({ validateOnly });

const REVISIONS = { minimum: 1, maximum: 2 ** 31 - 1 } as const;

/** The number of a revision: 1 is the group as it was created. */
export const revision = (description: string) => int32(description, REVISIONS);

export const GroupQuery = parameters({
  revision: extension(
    revision('Answers the group as it was after this change; the group as it is when left out.'),
  ),
});

export const HistoryQuery = parameters({
  pageSize,
  pageToken,
  endTime: time('Only revisions that were made at this time or earlier.'),
});

export const DiffQuery = parameters({
  from: revision('The revision to compare with; the one before `to` when left out.'),
  to: revision('The revision to compare; the last one when left out.'),
});

export const GroupListQuery = parameters({
  pageSize,
  pageToken,
  filter: filter(
    'Functions joined by AND. IN(FIELD, "a", "b") for MEDIATION_GROUP_ID, DISPLAY_NAME, STATE, PLATFORM and FORMAT; CONTAINS_ANY(FIELD, "a", "b") for AD_SOURCE_IDS, AD_UNIT_IDS, APP_IDS and TARGETED_REGION_CODES.',
  ),
  showArchived: extension(Type.Boolean({ description: 'Whether archived groups are listed too.' })),
});

export const LintQuery = parameters({
  level: level('Only findings of this level.'),
  rule: text('Only findings of the rule with this id.'),
  mediationGroupId: text('Only findings about this group: its 10 digits.'),
  ignore: text(
    'Findings to leave out: ids of rules, separated by commas; RULE:MEDIATION_GROUP_ID only in this group.',
  ),
});

export const MappingListQuery = parameters({
  pageSize,
  pageToken,
  filter: filter('IN(DISPLAY_NAME, "a", "b"); several are joined by AND.'),
});

export const PatchQuery = parameters({
  updateMask: Type.String({
    format: 'google-fieldmask',
    description:
      'What to change, separated by commas: targeting.adUnitIds, mediationGroupLines["ID"] and of a line .state, .displayName, .cpmMode, .cpmMicros and .adUnitMappings["AD_UNIT_ID"]; with the setting mediation.groupExtensions also displayName, state, priority, targeting.targetedRegionCodes, targeting.excludedRegionCodes and targeting.idfaTargeting. A new line has a negative number as ID. Left out: what the body holds.',
  }),
  validateOnly,
});

export type PageQuery = Static<typeof PageQuery>;
export type PatchQuery = Static<typeof PatchQuery>;
