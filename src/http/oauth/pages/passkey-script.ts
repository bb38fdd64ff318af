/**
 * Runs the ceremony of the browser and sends its answer with the form. Without it the form stays hidden, and what says
 * why stays visible.
 */
export const PASSKEY_SCRIPT = `
const form = document.querySelector('form[data-passkey]');
const way = form && form.dataset.passkey;
const Credential = window.PublicKeyCredential;
if (way && Credential && Credential.parseRequestOptionsFromJSON) {
  form.hidden = false;
  const { elements, dataset } = form;
  const alone = document.getElementById('passkey-unsupported');
  if (alone) { alone.hidden = true; form.querySelector('[data-first]').focus(); }
  const said = document.getElementById('passkey-said');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    said.textContent = '';
    const options = JSON.parse(dataset.options);
    try {
      const credential = way === 'get'
        ? await navigator.credentials.get({ publicKey: Credential.parseRequestOptionsFromJSON(options) })
        : await navigator.credentials.create({ publicKey: Credential.parseCreationOptionsFromJSON(options) });
      elements.answer.value = JSON.stringify(credential.toJSON());
    } catch (error) {
      said.textContent = error.name === 'InvalidStateError' ? dataset.known : dataset.failed;
      return;
    }
    form.submit();
  });
}
`;
