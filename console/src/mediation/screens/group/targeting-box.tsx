import { useState } from 'react';
import type { MediationGroupTargeting } from '../../../../../src/mediation/contract/index.ts';
import { Button } from '../../../kit/button.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Field, Fields, Select, TextInput } from '../../../kit/field.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { Draft } from '../../model/draft.ts';
import { named } from '../../parts/named.ts';
import { inputId, type Problems, problemAt } from '../../parts/problems.tsx';
import { UnitChooser } from './unit-chooser.tsx';
import { UnitList } from './unit-list.tsx';

type Targeting = Pick<Draft, 'adUnitIds' | 'targeted' | 'excluded' | 'idfa' | 'priority'>;

interface TargetingBoxProps {
  /** As it was read. */
  readonly targeting: MediationGroupTargeting;
  readonly draft: Targeting;
  readonly onChange: (change: Partial<Targeting>) => void;
  readonly problems: Problems;
}

/** For which requests a group is. Platform and format cannot be changed. */
export function TargetingBox({ targeting, draft, onChange, problems }: TargetingBoxProps) {
  const { mediation } = useMessages();
  const { group: words, words: shared } = mediation;
  const [isOpen, setOpen] = useState(false);
  const { adUnitIds, targeted, excluded, idfa, priority } = draft;
  const unitProblem = problemAt(problems, 'targeting.adUnitIds');
  const text = (path: string, label: string, hint: string, value: string, set: (text: string) => void) => (
    <Field id={inputId(path)} label={label} hint={hint} isOptional problem={problemAt(problems, path)}>
      <TextInput value={value} onChange={set} autoComplete="off" spellCheck={false} />
    </Field>
  );
  return (
    <section className="box stack tight" aria-labelledby="targeting-title">
      <Headed
        actions={
          <Button id={inputId('targeting.adUnitIds')} onClick={() => setOpen(true)}>
            {words.chooseUnits}
          </Button>
        }
      >
        <h2 id="targeting-title">{words.targeting}</h2>
      </Headed>
      <Facts
        facts={[
          [words.platform, named(shared.platforms, targeting.platform)],
          [words.format, named(shared.formats, targeting.format)],
          [words.adUnits, <UnitList key="units" ids={adUnitIds} />],
        ]}
      />
      {unitProblem !== undefined && <p className="problem small">{unitProblem}</p>}
      <Fields>
        {text('targeting.targetedRegionCodes', words.targeted, words.targetedHint, targeted, (typed) =>
          onChange({ targeted: typed }),
        )}
        {text('targeting.excludedRegionCodes', words.excluded, words.excludedHint, excluded, (typed) =>
          onChange({ excluded: typed }),
        )}
        {targeting.platform === 'IOS' && (
          <Field
            id={inputId('targeting.idfaTargeting')}
            label={words.idfa}
            problem={problemAt(problems, 'targeting.idfaTargeting')}
          >
            <Select
              value={idfa === '' ? 'ALL' : idfa}
              options={Object.entries(words.idfaModes).map(([value, name]) => ({ value, text: name }))}
              onChange={(chosen) => onChange({ idfa: chosen as Targeting['idfa'] })}
            />
          </Field>
        )}
        {text('priority', words.priority, words.priorityHint, priority, (typed) =>
          onChange({ priority: typed }),
        )}
      </Fields>
      <p className="soft small">{words.fixed}</p>
      {isOpen && (
        <UnitChooser
          chosen={adUnitIds}
          platform={targeting.platform}
          format={targeting.format}
          onDone={(ids) => {
            onChange({ adUnitIds: ids });
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
