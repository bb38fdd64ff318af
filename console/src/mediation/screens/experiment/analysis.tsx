import { dateText } from '../../../../../src/client/record-text.ts';
import { numberFormat } from '../../../../../src/conventions/intl-formats.ts';
import type { MediationAbExperiment } from '../../../../../src/mediation/contract/index.ts';
import { Button } from '../../../kit/button.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Notice } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useMediation } from '../../api.ts';
import { adviceOf, formatMicros, ofThousand } from '../../model/analysis.ts';
import { LeaderBadge } from '../../parts/leader-badge.tsx';
import { LiftText } from '../../parts/lift-text.tsx';
import { CoursePicture } from './course-picture.tsx';
import { RuleList } from './rule-list.tsx';
import type { VariantChoice } from './stop-dialog.tsx';

type Data = NonNullable<MediationAbExperiment['analysis']>;
type ArmRow = NonNullable<Data['control']> & { readonly name: string };

function Arms({ analysis, currency }: { readonly analysis: Data; readonly currency: string }) {
  const { mediation } = useMessages();
  const { analysis: words, experiment } = mediation;
  const locale = formattingLocale();
  const count = numberFormat(locale, { maximumFractionDigits: 2 });
  const money = (micros: number | undefined) =>
    micros === undefined ? '–' : formatMicros(micros, currency, locale);
  const columns: readonly Column<ArmRow>[] = [
    { key: 'name', head: words.variant, cell: ({ name }) => name },
    {
      key: 'users',
      head: words.users,
      isNumber: true,
      cell: ({ users = '0' }) => count.format(Number(users)),
    },
    {
      key: 'perUser',
      head: words.perUser,
      isNumber: true,
      cell: ({ revenuePerUserMicros: micros }) => money(micros === undefined ? micros : ofThousand(micros)),
    },
    {
      key: 'impressions',
      head: words.impressionsPerUser,
      isNumber: true,
      cell: ({ impressionsPerUser = 0 }) => count.format(impressionsPerUser),
    },
    { key: 'ecpm', head: words.ecpm, isNumber: true, cell: ({ ecpmMicros }) => money(ecpmMicros) },
  ];
  const rows = [
    { ...analysis.control, name: experiment.variantA },
    { ...analysis.treatment, name: experiment.variantB },
  ];
  return <Table caption={words.arms} columns={columns} rows={rows} rowKey={({ name }) => name} />;
}

/** The variant to keep by an advice. */
const ADVISED: Partial<Record<ReturnType<typeof adviceOf>, VariantChoice>> = {
  keepA: 'VARIANT_CHOICE_A',
  keepB: 'VARIANT_CHOICE_B',
};

/** The experiment with what the daily looks at the statistics found. */
const useLookedAt = (experiment: MediationAbExperiment): MediationAbExperiment =>
  useMediation('accounts.mediationGroups.mediationAbExperiments.get', { on: experiment.name ?? '' }).data ??
  experiment;

interface VerdictProps {
  readonly experiment: MediationAbExperiment;
  /** Opens the dialog that stops the experiment, with this choice; absent if it cannot be stopped. */
  readonly onKeep?: ((choice: VariantChoice) => void) | undefined;
}

/** Which variant earns more, by how much, and what to do now. */
export function Verdict({ experiment, onKeep }: VerdictProps) {
  const { mediation } = useMessages();
  const { analysis: words } = mediation;
  const current = useLookedAt(experiment);
  const { state, variantLeader, analysis } = current;
  if (!analysis) return <Notice>{words.none}</Notice>;
  const advice = adviceOf({ ...(variantLeader && { variantLeader }), analysis });
  const kept = ADVISED[advice];
  return (
    <section className="stack tight" aria-labelledby="result-title">
      <h3 className="pair" id="result-title">
        {state === 'EXPIRED' ? words.result : words.title}
        <LeaderBadge leader={variantLeader} />
      </h3>
      <LiftText experiment={current} />
      {state !== 'EXPIRED' && (
        <Notice kind={advice === 'alarm' ? 'care' : 'info'} title={words.now}>
          <div className="actions spread">
            <span>{words.advice[advice]}</span>
            {onKeep && kept && (
              <Button kind="main" onClick={() => onKeep(kept)}>
                {mediation.experiment.stopNow[kept]}
              </Button>
            )}
          </div>
        </Notice>
      )}
    </section>
  );
}

/** What the daily looks at the statistics found, and why it is the result. */
export function Analysis({ experiment }: { readonly experiment: MediationAbExperiment }) {
  const { mediation } = useMessages();
  const { analysis: words } = mediation;
  const current = useLookedAt(experiment);
  if (!current.analysis) return null;
  const { currencyCode = 'USD', date = '', fullDays = 0, looks = [], since } = current.analysis;
  const { usersForFivePercent, daysForFivePercent, leftOutCurrencyCodes = [] } = current.analysis;
  const locale = formattingLocale();
  return (
    <section className="box stack tight" aria-labelledby="analysis-title">
      <h2 id="analysis-title">{words.restsOn}</h2>
      {leftOutCurrencyCodes.length > 0 && (
        <Notice kind="care">{words.leftOut(leftOutCurrencyCodes.join(', '))}</Notice>
      )}
      <CoursePicture looks={looks} currency={currencyCode} />
      <Facts
        facts={[
          since !== undefined && [words.since, dateText(since, locale)],
          [words.days, words.daysUntil(fullDays, dateText(date, locale))],
          usersForFivePercent !== undefined && [
            words.fivePercent,
            words.users5(numberFormat(locale).format(Number(usersForFivePercent)), daysForFivePercent ?? 0),
          ],
        ]}
      />
      <Arms analysis={current.analysis} currency={currencyCode} />
      <RuleList experiment={current} />
    </section>
  );
}
