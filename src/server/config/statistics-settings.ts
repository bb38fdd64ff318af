import { Type } from 'typebox';
import { says } from '../../conventions/yaml/shape.ts';
import { Path } from './path-settings.ts';

const Count = (description: string, value: number, minimum: number, maximum: number) =>
  Type.Integer({ description, default: value, minimum, maximum });

/** What is kept of statistics, and what devices may send. */
export const StatisticsSettings = Type.Object(
  {
    retention: Type.Object(
      {
        hourDays: Count('Days for which sums by hour are kept.', 90, 8, 800),
        dayMonths: Count('Months for which sums by day are kept.', 25, 14, 120),
        experimentDays: Count(
          'Days from the start of an experiment for which its slots are kept. An experiment ends after 90 days.',
          180,
          91,
          800,
        ),
      },
      { additionalProperties: false, default: {} },
    ),
    parquet: Type.Object(
      {
        folder: Type.Optional(
          Path({
            description:
              'Folder in which days that ended a week ago are kept as Parquet files too, from which DuckDB makes reports (package @duckdb/node-api). Several processes share it; no other database may use it. Default: reports read the database alone.',
            pattern: '^[^*?\\[]+$',
            ...says('must not contain *, ? or ['),
          }),
        ),
        memoryMegabytes: Count('Memory that DuckDB may take in each process, in MB.', 1024, 256, 1_000_000),
      },
      { additionalProperties: false, default: {} },
    ),
    devices: Type.Object(
      {
        mostMicrosPerImpression: Count(
          'Highest mean revenue of an impression in a batch of a device, in US dollar micros.',
          1_000_000,
          1,
          1_000_000_000,
        ),
        mostRowsPerDay: Count(
          'Rows that all devices with one serving key may send on a day (UTC).',
          5_000_000,
          1,
          10_000_000_000,
        ),
        mostDollarsPerDay: Count(
          'Revenue in US dollars that all devices with one serving key may send on a day (UTC).',
          20_000,
          1,
          1_000_000_000,
        ),
      },
      { additionalProperties: false, default: {} },
    ),
  },
  { additionalProperties: false, default: {} },
);
