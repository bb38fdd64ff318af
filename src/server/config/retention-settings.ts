import { Type } from 'typebox';

const Days = (description: string, value: number, minimum: number, maximum: number) =>
  Type.Integer({ description, default: value, minimum, maximum });

/** How long each kind of data is kept. What is not named here has an end of its own; see docs/operate/retention.md. */
export const RetentionSettings = Type.Object(
  {
    auditLogDays: Days('Days for which entries of the audit log are kept.', 2557, 365, 36_500),
    auditLogDaysAfterKeys: Days(
      'Entries of the audit log since the creation of a root or signer are kept for so many days after its certificate ends, even if auditLogDays have passed.',
      730,
      0,
      36_500,
    ),
    requestDays: Days('Days for which requests are kept for diptych explain.', 30, 1, 3650),
    codeDays: Days('Days for which codes are listed after they expired.', 90, 1, 3650),
    approvalDays: Days('Days for which approvals are listed after they ended.', 365, 30, 3650),
  },
  { additionalProperties: false, default: {} },
);
