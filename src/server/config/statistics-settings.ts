import { Type } from 'typebox';

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
