import { Type } from 'typebox';
import { DEFAULT_MEDIATION_POLICY } from '../../mediation/operation.ts';
import { Path } from './path-settings.ts';
import { ServingSettings } from './serving-settings.ts';
import { StatisticsSettings } from './statistics-settings.ts';

const DEFAULTS = DEFAULT_MEDIATION_POLICY.experiments;

/** The settings of the mediation panel. */
export const MediationSettings = Type.Object(
  {
    catalogue: Type.Optional(
      Path({
        description:
          'File: ad sources and adapters; reloaded when it changes. Default: the included catalogue.',
      }),
    ),
    rates: Type.Optional(
      Path({
        description:
          'File: exchange rates for reports, `date,currency,rate` for one euro, or eurofxref-hist.csv of the European Central Bank; reloaded when it changes. Default: no amount is converted.',
      }),
    ),
    domain: Type.String({
      description: 'Name of the service in errors (google.rpc.ErrorInfo.domain).',
      default: 'diptych',
      minLength: 1,
      maxLength: 253,
    }),
    gzipBodies: Type.Boolean({
      description: 'Whether request bodies may be compressed, as the official Java client does.',
      default: true,
    }),
    strictInventory: Type.Boolean({
      description: 'Whether the ad units of groups and mappings must be in the inventory of the publisher.',
      default: false,
    }),
    freezeDuringExperiments: Type.Boolean({
      description: 'Whether changes of a group are refused while it runs an experiment.',
      default: false,
    }),
    groupExtensions: Type.Boolean({
      description:
        'Whether groups can be renamed, paused, archived, given a priority and other regions, as in the console of the public service. Without it the interface is exactly the public one.',
      default: true,
    }),
    experiments: Type.Object(
      {
        expectedUsers: Type.Integer({
          description:
            'Users of both variants that an experiment probably needs. Its bounds are narrowest at this number. Fixed for each experiment when it starts.',
          default: DEFAULTS.expectedUsers,
          minimum: 4000,
          maximum: 1_000_000_000,
        }),
        minimumFullDays: Type.Integer({
          description:
            'Full days before an experiment can have a leader. Whole weeks are better, because people spend differently at weekends.',
          default: DEFAULTS.minimumFullDays,
          minimum: 4,
          maximum: 60,
        }),
      },
      { additionalProperties: false, default: {} },
    ),
    serving: ServingSettings,
    statistics: StatisticsSettings,
  },
  { additionalProperties: false, default: {} },
);
