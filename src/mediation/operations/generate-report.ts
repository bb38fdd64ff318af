import { camelToSnake } from '../../conventions/index.ts';
import type { MediationDeps, Operation } from '../operation.ts';
import { checkPublisher, notFound, violationsOf } from '../refusals.ts';
import { makeReport } from '../reports/make-report.ts';
import type { ReportKind } from '../reports/report-dimensions.ts';
import { messagesOf } from '../reports/report-messages.ts';
import type { ReportSpec } from '../reports/report-spec.ts';
import { violationsOfSpec } from '../reports/spec-rules.ts';

interface Body {
  readonly reportSpec?: object;
}

/** The spec of a request. Unset enum values, which the type of a spec excludes, break its rules. @throws StatusError */
function specOf(body: Body, kind: ReportKind): ReportSpec {
  const spec = (body.reportSpec ?? {}) as ReportSpec;
  const violations = violationsOf('INVALID_REPORT_SPEC');
  for (const { field, problem } of violationsOfSpec(spec, kind))
    violations.add(camelToSnake(`report_spec.${field}`), problem);
  violations.refuse();
  return spec;
}

type Needs = 'store' | 'statistics' | 'catalogue' | 'clock' | 'reports';
type Deps = Pick<MediationDeps, Needs>;

interface Asked {
  readonly publisherId: string;
  readonly body: Body;
  readonly signal: AbortSignal | undefined;
}

const generated =
  (kind: 'mediation' | 'network') =>
  (deps: Deps) =>
  async ({ publisherId, body, signal }: Asked) => {
    const spec = specOf(body, kind);
    const publisher = await deps.store.read((reader) => reader.publisher(publisherId));
    if (!publisher) throw notFound();
    const admitted = deps.reports.limits.admit(publisherId);
    try {
      const asked = { spec, publisher, ownNetwork: kind === 'network', signal };
      const report = await admitted.inTurn(() => makeReport(deps, asked), signal);
      admitted.hold(report.rows.length);
      return messagesOf(report, admitted.release);
    } catch (error) {
      admitted.release();
      throw error;
    }
  };

export const generateMediationReport: Operation<'accounts.mediationReport.generate', Needs> =
  generated('mediation');

export const generateNetworkReport: Operation<'accounts.networkReport.generate', Needs> =
  generated('network');

/** There are no campaigns. `rows` is there even if it is empty, because clients read it without looking. */
export const generateCampaignReport: Operation<'accounts.campaignReport.generate', 'store'> =
  ({ store }) =>
  async ({ publisherId, body }) => {
    specOf(body, 'campaign');
    await store.read((reader) => checkPublisher(reader, publisherId));
    return { rows: [] };
  };
