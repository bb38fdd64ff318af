import { type ComponentProps, type ReactNode, useState } from 'react';
import type { MediationAbExperiment, MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { Button } from '../../../kit/button.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Id } from '../../../kit/id.tsx';
import { Notice } from '../../../kit/states.tsx';
import { Time, useNow } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type DraftLine, draftLine } from '../../model/draft.ts';
import { dayOf, shownState } from '../../model/experiment.ts';
import { ExperimentBadge } from '../../parts/experiment-badge.tsx';
import { Analysis, Verdict } from './analysis.tsx';
import { KeptNote } from './kept-note.tsx';
import { ShareBar } from './share-bar.tsx';
import { StopDialog, type VariantChoice } from './stop-dialog.tsx';
import { Variants } from './variants.tsx';
import { WhatDiffers } from './what-differs.tsx';

const linesOf = (lines: MediationAbExperiment['controlMediationLines'] = []): readonly DraftLine[] =>
  lines.map(({ mediationGroupLine = {} }) => ({ ...draftLine(mediationGroupLine), isTreatment: false }));

interface Of {
  readonly experiment: MediationAbExperiment;
}

const variantsOf = ({ controlMediationLines, treatmentMediationLines }: MediationAbExperiment) => ({
  a: linesOf(controlMediationLines),
  b: linesOf(treatmentMediationLines),
});

/** The waterfalls of both variants. */
export const VariantsOf = ({ experiment }: Of) => <Variants {...variantsOf(experiment)} />;

interface ExperimentBoxProps extends ComponentProps<typeof Verdict> {
  readonly action?: ReactNode;
}

/** What the experiment is and what it found: name, state and result, then times and split. */
export function ExperimentBox({ experiment, action, onKeep }: ExperimentBoxProps) {
  const { mediation } = useMessages();
  const { experiment: words } = mediation;
  const now = useNow();
  const { displayName, state, startTime, endTime, experimentId = '' } = experiment;
  const isRunning = state === 'RUNNING';
  const days = startTime && endTime ? dayOf(startTime, endTime, now) : undefined;
  return (
    <section className="box stack tight" aria-label={displayName || words.unnamed}>
      <Headed actions={action}>
        <h2>{displayName || words.unnamed}</h2>
        <ExperimentBadge state={shownState(experiment)} />
      </Headed>
      {state === 'ENDED' && <Notice kind="care">{words.ended}</Notice>}
      {state === 'EXPIRED' && <KeptNote experiment={experiment} />}
      <WhatDiffers {...variantsOf(experiment)} />
      <Verdict experiment={experiment} onKeep={onKeep} />
      {isRunning && days && (
        <div className="pair">
          <strong>{words.day(days.day, days.of)}</strong>
          <progress value={days.day} max={days.of} aria-label={words.day(days.day, days.of)} />
        </div>
      )}
      <ShareBar share={Number(experiment.treatmentTrafficPercentage ?? 0)} />
      <Facts
        facts={[
          startTime !== undefined && [words.startTime, <Time key="start" at={startTime} />],
          endTime !== undefined && [
            isRunning ? words.endTime : words.endedTime,
            <Time key="end" at={endTime} isRelative={isRunning} />,
          ],
          [words.id, <Id key="id" value={experimentId} />],
        ]}
      />
    </section>
  );
}

interface OpenExperimentProps extends Of {
  readonly group: MediationGroup;
}

/** An experiment that is running, or has ended without a chosen variant. */
export function OpenExperiment({ experiment, group }: OpenExperimentProps) {
  const { mediation } = useMessages();
  const [stopping, setStopping] = useState<{ readonly chosen?: VariantChoice }>();
  useRequestedDialog(['stop'], () => setStopping({}));
  return (
    <>
      <ExperimentBox
        experiment={experiment}
        action={<Button onClick={() => setStopping({})}>{mediation.experiment.stop}</Button>}
        onKeep={(chosen) => setStopping({ chosen })}
      />
      <Analysis experiment={experiment} />
      <VariantsOf experiment={experiment} />
      {stopping && (
        <StopDialog
          group={group}
          experiment={experiment}
          {...variantsOf(experiment)}
          chosen={stopping.chosen}
          onClose={() => setStopping(undefined)}
        />
      )}
    </>
  );
}
