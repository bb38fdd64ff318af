import { useState } from 'react';
import type { MediationGroupTargeting } from '../../../../../src/mediation/contract/index.ts';
import { Button } from '../../../kit/button.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useLabels } from '../../parts/labels.ts';
import { named } from '../../parts/named.ts';
import { inputId } from '../../parts/problems.tsx';
import { regionsText } from '../group-columns.tsx';
import { UnitChooser } from './unit-chooser.tsx';

interface TargetingBoxProps {
  readonly targeting: MediationGroupTargeting;
  readonly adUnitIds: readonly string[];
  /** Absent if ad units are only shown. */
  readonly onChange: ((adUnitIds: readonly string[]) => void) | undefined;
  readonly problem: string | undefined;
}

/** The targeting of a group. Only its ad units can be changed. */
export function TargetingBox({ targeting, adUnitIds, onChange, problem }: TargetingBoxProps) {
  const messages = useMessages();
  const { group: words, words: shared } = messages.mediation;
  const labels = useLabels();
  const [isOpen, setOpen] = useState(false);
  const units =
    adUnitIds.length === 0 ? (
      <span className="soft">{words.noUnits}</span>
    ) : (
      <ul className="plain">
        {adUnitIds.map((id) => (
          <li key={id}>{labels.unit(id)}</li>
        ))}
      </ul>
    );
  return (
    <section className="box stack tight" aria-labelledby="targeting-title">
      <div className="actions spread">
        <h2 id="targeting-title">{words.targeting}</h2>
        {onChange && (
          <Button id={inputId('targeting.adUnitIds')} onClick={() => setOpen(true)}>
            {words.chooseUnits}
          </Button>
        )}
      </div>
      <Facts
        facts={[
          [words.platform, named(shared.platforms, targeting.platform)],
          [words.format, named(shared.formats, targeting.format)],
          [words.regions, regionsText(targeting, messages)],
          targeting.idfaTargeting !== undefined && [
            words.idfa,
            named(words.idfaModes, targeting.idfaTargeting),
          ],
          [words.adUnits, units],
        ]}
      />
      {problem !== undefined && <p className="problem small">{problem}</p>}
      <p className="soft small">{words.fixed}</p>
      {isOpen && onChange && (
        <UnitChooser
          chosen={adUnitIds}
          platform={targeting.platform}
          format={targeting.format}
          onDone={(ids) => {
            onChange(ids);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
