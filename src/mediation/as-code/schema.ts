import { type Static, type TSchema, Type } from 'typebox';
import { closed } from '../../conventions/json-schema.ts';
import { says } from '../../conventions/yaml/shape.ts';
import { AD_FORMATS, PLATFORMS } from '../contract/index.ts';

/** Keys are for people; they identify ad units, mappings, groups and lines in the file. */
const KEY_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$';

const keyed = <Value extends TSchema>(value: Value, description: string) =>
  Type.Record(Type.String({ pattern: KEY_PATTERN }), value, { description, ...closed });

const Key = (description: string, of: string) =>
  Type.String({ description, pattern: KEY_PATTERN, ...says(`must be a key of ${of}`) });

const Name = (maxLength: number, description: string) =>
  Type.String({
    description,
    minLength: 1,
    maxLength,
    ...says(`must be text of at most ${maxLength} characters; put numbers in quotes`),
  });

const Regions = (description: string) =>
  Type.Array(Type.String({ pattern: '^([A-Z]{2}|\\d{3})$', ...says('must be a region such as DE') }), {
    description,
    uniqueItems: true,
    ...says('must be a list of regions such as [DE, AT]'),
  });

const State = (description: string) =>
  Type.Enum(['enabled', 'disabled'], { description, ...says('must be enabled or disabled') });

const Env = Type.Object(
  {
    env: Type.String({
      description: 'Name of an environment variable.',
      pattern: '^[A-Za-z_][A-Za-z0-9_]{0,127}$',
      ...says('must be the name of an environment variable'),
    }),
  },
  closed,
);

const SecretFile = Type.Object(
  {
    file: Type.String({
      description: 'Path of a file, relative to this one; a line break at its end is dropped.',
      minLength: 1,
      maxLength: 1024,
      ...says('must be the path of a file'),
    }),
  },
  closed,
);

/** A setting of a mapping: its text, or where the text is. */
const Value = Type.Union([Type.String({ maxLength: 4096 }), Env, SecretFile], {
  description: 'The value as text, {env: NAME} or {file: PATH}.',
  ...says('must be text in quotes, {env: NAME} or {file: PATH}'),
});
export type Value = Static<typeof Value>;

const Mapping = Type.Object(
  {
    adUnit: Key('Key of the ad unit.', 'adUnits'),
    adapter: Name(
      300,
      'Ad source and platform, as in AppLovin/ANDROID; or ad source and id of the adapter, as in AppLovin/111.',
    ),
    name: Type.Optional(Name(255, 'Name to show; the key when left out.')),
    values: Type.Optional(
      Type.Record(Type.String(), Value, {
        description: 'Settings of the adapter, by label or id.',
        ...says('must be settings and their values'),
      }),
    ),
  },
  {
    description: 'What an ad unit needs to request ads of a network. A change makes another mapping.',
    ...closed,
  },
);

const Line = Type.Object(
  {
    source: Name(255, 'Title or id of the ad source, or own network.'),
    name: Type.Optional(Name(255, 'Name to show; the key when left out.')),
    cpm: Type.Optional(
      Type.String({
        description: 'US dollars for a thousand impressions as text, such as "2.50"; or live, for bidding.',
        pattern: '^(live|(0|[1-9]\\d{0,11})(\\.\\d{1,6})?)$',
        ...says('must be an amount of US dollars in quotes, such as "2.50", or live'),
      }),
    ),
    state: Type.Optional(State('Only enabled lines serve.')),
    mappings: Type.Optional(
      keyed(Key('Key of a mapping.', 'mappings'), 'The mapping of each ad unit, by key of the ad unit.'),
    ),
  },
  { description: 'How the group uses one ad source.', ...closed },
);

const Group = Type.Object(
  {
    name: Name(120, 'Name to show.'),
    platform: Type.Enum([...PLATFORMS], says(`must be one of ${PLATFORMS.join(', ')}`)),
    format: Type.Enum([...AD_FORMATS], says(`must be one of ${AD_FORMATS.join(', ')}`)),
    adUnits: Type.Array(Key('Key of an ad unit.', 'adUnits'), {
      description: 'Keys of the ad units.',
      maxItems: 250,
      uniqueItems: true,
      ...says('must be a list of at most 250 keys of adUnits, each once'),
    }),
    state: Type.Optional(State('Only enabled groups serve.')),
    regions: Type.Optional(Regions('CLDR regions in which the group applies; everywhere when empty.')),
    excludedRegions: Type.Optional(Regions('CLDR regions in which the group does not apply.')),
    idfa: Type.Optional(
      Type.Enum(['all', 'available', 'not-available'], {
        description: 'Whether ad requests must carry the IDFA.',
        ...says('must be all, available or not-available'),
      }),
    ),
    priority: Type.Optional(
      Type.Integer({
        description: 'Order of groups that apply to one request: the smallest first.',
        minimum: 1,
        maximum: 1_000_000,
        ...says('must be a number from 1 to 1000000'),
      }),
    ),
    lines: Type.Optional(keyed(Line, 'Lines by key.')),
  },
  { description: 'Targeting and the lines that serve for it.', ...closed },
);

const Ignored = Type.Object(
  {
    rule: Name(64, 'Id of the rule.'),
    group: Type.Optional(Key('Key of the group; every group when left out.', 'groups')),
    reason: Name(500, 'Why it is right here.'),
    until: Type.String({
      description: 'The last day of the exception.',
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      ...says('must be a day such as 2027-01-31'),
    }),
  },
  closed,
);

/** The file of the configuration, as it is written. */
export const ConfigurationFile = Type.Object(
  {
    version: Type.Literal(1, { description: 'Version of this format.', ...says('must be 1') }),
    publisher: Type.String({
      description: 'pub- and 16 digits.',
      pattern: '^pub-\\d{16}$',
      ...says('must be pub- and 16 digits'),
    }),
    adUnits: keyed(
      Type.String({
        pattern: '^ca-app-pub-\\d{16}/\\d{10}$',
        ...says('must be an ad unit id, ca-app-pub-, 16 digits, a slash and 10 digits'),
      }),
      'Full ids of ad units, by key.',
    ),
    mappings: Type.Optional(keyed(Mapping, 'Mappings by key.')),
    groups: keyed(Group, 'Mediation groups by key.'),
    lint: Type.Optional(
      Type.Object(
        {
          ignore: Type.Array(Ignored, { description: 'Findings that are known and right.', maxItems: 1000 }),
        },
        { description: 'Settings of diptych mediation lint.', ...closed },
      ),
    ),
  },
  { title: 'Mediation of one publisher', description: 'For diptych mediation plan and apply.', ...closed },
);
export type ConfigurationFile = Static<typeof ConfigurationFile>;

/** The format as a JSON Schema for editors. */
export const configurationSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...(JSON.parse(JSON.stringify(ConfigurationFile)) as object),
});
