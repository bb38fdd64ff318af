import { useState } from 'react';
import { linePath, mappingPath } from '../../../../src/client/group-changes.ts';
import { Field, Select, TextInput } from '../../kit/field.tsx';
import { FormActions } from '../../kit/form-actions.tsx';
import { Modal } from '../../kit/modal.tsx';
import { Failure } from '../../kit/states.tsx';
import { useMessages } from '../../messages/index.ts';
import { useCatalogue, useMappings } from '../data.ts';
import { type CpmMode, type DraftLine, isNew, type LineState } from '../model/draft.ts';
import { fits, lastPart } from '../model/matrix.ts';
import { parseCpm } from '../model/micros.ts';
import { existing, mappingToMake, NEW, usualMapping } from '../model/new-mapping.ts';
import type { Labels } from './labels.ts';
import {
  hasValue,
  missingSetting,
  NewMappingFields,
  type Settings,
  useNewMappings,
} from './new-mapping-fields.tsx';
import { type Problems, problemAt } from './problems.tsx';
import { useForm } from './use-form.ts';

interface LineDialogProps {
  readonly line: DraftLine;
  /** The other lines of the group or variant. */
  readonly others: readonly DraftLine[];
  readonly adUnitIds: readonly string[];
  readonly platform: string | undefined;
  readonly format: string | undefined;
  readonly labels: Labels;
  /** What becomes of a line that is added. */
  readonly fateOfNew: string;
  readonly problems: Problems;
  readonly onDone: (line: DraftLine) => void;
  readonly onClose: () => void;
}

/** The settings of the mappings that are made with the line, by ad unit. */
const settingsToMake = ({ adUnitMappings }: DraftLine): Readonly<Record<string, Settings>> =>
  Object.fromEntries(
    Object.entries(adUnitMappings).flatMap(([adUnitId, name]) => {
      const mapping = mappingToMake(name);
      return mapping ? [[adUnitId, mapping.adUnitConfigurations ?? {}]] : [];
    }),
  );

/** Edits all fields of a line and its mapping for each ad unit. Nothing is stored before the group is saved. */
export function LineDialog(props: LineDialogProps) {
  const { others, adUnitIds, platform, format, labels, fateOfNew, problems, onDone, onClose } = props;
  const { common, mediation } = useMessages();
  const { lines: words } = mediation;
  const [line, setLine] = useState(() => ({
    ...props.line,
    adUnitMappings: existing(props.line.adUnitMappings),
  }));
  const { data: catalogue } = useCatalogue();
  const isOwn = line.adSourceId === labels.ownNetwork;
  const mappings = useMappings(isOwn || line.adSourceId === '' ? [] : adUnitIds);
  const path = linePath(line.key);
  const set = (change: Partial<DraftLine>) => setLine({ ...line, ...change });
  const cpm = parseCpm(line.cpm);
  const cpmProblem =
    line.cpmMode === 'MANUAL' && line.cpm !== '' && 'problem' in cpm
      ? words.cpmProblems[cpm.problem]
      : undefined;
  const source = catalogue?.sources.find(({ adSourceId }) => adSourceId === line.adSourceId);
  const adapters = (source?.adapters ?? []).filter((one) => fits(one, { platform, format }));
  const [adapter] = adapters;
  const optionsFor = (adUnitId: string) =>
    (mappings.data.get(adUnitId) ?? [])
      .filter(({ adapterId }) => adapters.some((one) => one.adapterId === adapterId))
      .map(({ name = '', displayName }) => ({
        value: name,
        text: displayName || lastPart(name),
      }));
  /** Also without any mapping that could be chosen. */
  const isUnneeded =
    adapter !== undefined &&
    !labels.needsMapping(line.adSourceId, { platform, format }) &&
    adUnitIds.every((adUnitId) => optionsFor(adUnitId).length === 0 && !line.adUnitMappings[adUnitId]);
  const [settings, setSettings] = useState(() => settingsToMake(props.line));
  /** What a person chose here, by ad unit. */
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(Object.keys(settings).map((adUnitId) => [adUnitId, NEW])),
  );
  const tried = useNewMappings(labels);
  const form = useForm();
  /** The name of a mapping, NEW, or nothing. */
  const mappingAt = (adUnitId: string): string => {
    const chosen = choices[adUnitId] ?? line.adUnitMappings[adUnitId];
    if (chosen !== undefined || !adapter || !mappings.data.has(adUnitId)) return chosen ?? '';
    const names = optionsFor(adUnitId).map(({ value }) => value);
    // A line that was there before keeps its mappings until a person chooses others.
    if (props.line.adSourceId !== '' && names.length > 0) return '';
    const taken = others.map(({ adUnitMappings }) => adUnitMappings[adUnitId]);
    return usualMapping(names, taken);
  };
  const toMake = () => adUnitIds.filter((id) => mappingAt(id) === NEW && hasValue(settings[id]));
  const done = () =>
    form.send(async () => {
      const made = adapter ? await tried(adapter, toMake(), settings) : {};
      const chosen = Object.fromEntries(adUnitIds.map((id) => [id, mappingAt(id)]));
      const all = Object.entries({ ...line.adUnitMappings, ...chosen, ...made });
      onDone({
        ...line,
        displayName: line.displayName.trim() || labels.source(line.adSourceId),
        adUnitMappings: Object.fromEntries(all.filter(([, name]) => name !== '' && name !== NEW)),
      });
    });
  const changeSource = (adSourceId: string) => {
    // Another adapter has other settings.
    setSettings({});
    setChoices({});
    set({ adSourceId, adUnitMappings: {} });
  };
  const modes: readonly CpmMode[] = line.cpmMode === 'ANO' ? ['ANO', 'LIVE', 'MANUAL'] : ['LIVE', 'MANUAL'];
  /** Why the line is not complete. */
  const problem = () => {
    if (line.cpmMode === 'MANUAL' && 'problem' in cpm) return words.cpmProblems[cpm.problem];
    // Before adapters and mappings are read, the line would lose its mappings.
    return isOwn || (catalogue && !mappings.isPending) ? undefined : common.loading;
  };
  const lacking = adapter && toMake().map((id) => missingSetting(adapter, settings[id]));
  const missing = line.adSourceId === '' ? words.source : lacking?.find((label) => label !== undefined);
  const reason = problem();
  return (
    <Modal title={words.dialog(isNew(line), source?.title)} text={isNew(line) && fateOfNew} onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (missing === undefined && reason === undefined) void done();
        }}
      >
        {form.error !== undefined && <Failure error={form.error} />}
        {isNew(line) ? (
          <Field label={words.source} problem={problemAt(problems, `${path}.adSourceId`)}>
            <Select
              value={line.adSourceId}
              options={[
                { value: '', text: common.choose },
                ...(catalogue?.sources ?? []).map(({ adSourceId, title }) => ({
                  value: adSourceId,
                  text: title,
                })),
              ]}
              onChange={changeSource}
            />
          </Field>
        ) : (
          <p className="soft">{labels.source(line.adSourceId)}</p>
        )}
        <Field
          label={words.name}
          hint={words.nameHint}
          isOptional
          problem={problemAt(problems, `${path}.displayName`)}
        >
          <TextInput
            value={line.displayName}
            onChange={(displayName) => set({ displayName })}
            maxLength={255}
          />
        </Field>
        <Field label={words.mode} problem={problemAt(problems, `${path}.cpmMode`)}>
          <Select<CpmMode>
            value={line.cpmMode}
            options={modes.map((value) => ({ value, text: words.modes[value] }))}
            onChange={(cpmMode) => set({ cpmMode })}
          />
        </Field>
        {line.cpmMode === 'MANUAL' && (
          <Field
            label={words.cpm}
            hint={words.cpmHint}
            problem={cpmProblem ?? problemAt(problems, `${path}.cpmMicros`)}
          >
            <TextInput value={line.cpm} onChange={(value) => set({ cpm: value })} inputMode="decimal" />
          </Field>
        )}
        {!isNew(line) && (
          <Field label={words.state}>
            <Select<LineState>
              value={line.state}
              options={(['ENABLED', 'DISABLED'] as const).map((value) => ({
                value,
                text: mediation.words.states[value],
              }))}
              onChange={(state) => set({ state })}
            />
          </Field>
        )}
        {isUnneeded && <p className="soft">{words.noMappingNeeded}</p>}
        {!isOwn && line.adSourceId !== '' && !isUnneeded && (
          <fieldset className="fieldset">
            <legend>{words.mappingsOf}</legend>
            {mappings.error !== undefined && mappings.error !== null && <Failure error={mappings.error} />}
            {adUnitIds.map((adUnitId) => {
              const options = optionsFor(adUnitId);
              const chosen = mappingAt(adUnitId);
              const known = chosen === '' || chosen === NEW || options.some(({ value }) => value === chosen);
              const isChoice = options.length > 0 || !known || !adapter;
              return (
                <div key={adUnitId} className="stack tight">
                  {isChoice && (
                    <Field
                      label={labels.unit(adUnitId)}
                      hint={catalogue && !mappings.isPending && !adapter ? words.noAdapterFits : undefined}
                      problem={problemAt(problems, mappingPath(line.key, adUnitId))}
                    >
                      <Select
                        value={chosen}
                        options={[
                          { value: '', text: words.noMapping },
                          ...(known ? [] : [{ value: chosen, text: lastPart(chosen) }]),
                          ...options,
                          ...(adapter ? [{ value: NEW, text: words.newMapping }] : []),
                        ]}
                        onChange={(name) => setChoices({ ...choices, [adUnitId]: name })}
                      />
                    </Field>
                  )}
                  {chosen === NEW && adapter && (
                    <NewMappingFields
                      unit={labels.unit(adUnitId)}
                      isNamed={isChoice}
                      adapter={adapter}
                      values={settings[adUnitId] ?? {}}
                      problems={form.problems}
                      onChange={(values) => setSettings({ ...settings, [adUnitId]: values })}
                    />
                  )}
                </div>
              );
            })}
          </fieldset>
        )}
        <FormActions
          action={isNew(line) ? words.add : words.done}
          isBusy={form.isBusy}
          missing={missing}
          problem={reason}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}
