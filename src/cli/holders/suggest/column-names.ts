/** Names of columns by element, in English, German, French, Spanish, Italian, Dutch and Polish, as `plain` writes them. */
const NAMES: Readonly<Record<string, string>> = {
  id: 'id customerid customernumber customerno personid recordid kundennummer kundennr personennummer numeroclient idpersonne idpersona idcliente klantnummer idosoby',
  family_name:
    'last primerapellido segundoapellido apellidopaterno apellidomaterno nomnaissance nomusage familyname lastname surname name nachname familienname nom nomfamille nomdefamille apellido apellidos cognome achternaam nazwisko',
  given_name:
    'first middle middleinitial primernombre secondname middlename middlenames zweitername deuxiemeprenom segundonombre secondonome tweedenaam drugieimie givenname givennames firstname firstnames forename vorname vornamen prenom prenoms nombre nombres nome voornaam voornamen imie imiona',
  birth_date:
    'fnacimiento fecnacimiento fnac fecnac ne nee neele dnaissance nascita geb gebam geborenam birthdate dateofbirth dob born birthday geburtsdatum geboren gebdatum gebdat geburtstag datenaissance datedenaissance naissance fechanacimiento fechadenacimiento nacimiento datadinascita datanascita geboortedatum dataurodzenia',
  birth_place:
    'birthplace placeofbirth geburtsort gebort lieunaissance lieudenaissance lugarnacimiento lugardenacimiento luogodinascita luogonascita geboorteplaats miejsceurodzenia',
  issue_date:
    'femision fechaemision emision fexpedicion fecexpedicion delivre ausstelldatum rilascio issuedate dateofissue issued issuedon ausstellungsdatum ausstellung ausgestellt ausgestelltam erteilt datedelivrance delivrance delivrele fechaexpedicion fechadeexpedicion expedicion datarilascio datadirilascio afgiftedatum datawydania',
  expiry_date:
    'fcaducidad fvencimiento feccaducidad fecvencimiento validohasta expire valablejusquau finvalidite datefinvalidite validtill expirydate expirationdate dateofexpiry expires expiry validuntil validto ablaufdatum ablauf gueltigbis gultigbis dateexpiration expiration datedexpiration fechavencimiento fechadevencimiento vencimiento caducidad fechacaducidad datascadenza scadenza geldigtot vervaldatum datawaznosci',
  document_number:
    'dl documentnumber documentno licencenumber licensenumber licenceno licenseno dlnumber dln licencenum licensenum fuehrerscheinnummer fuhrerscheinnummer fuehrerscheinnr fuhrerscheinnr scheinnummer dokumentnummer ausweisnummer numeropermis numerodocument numerodocumento numerolicencia numeropermiso numeropatente nropermiso nrolicencia rijbewijsnummer numerprawajazdy',
  administrative_number: 'administrativenumber verwaltungsnummer numeroadministratif numeroadministrativo',
  portrait:
    'portrait photo picture image foto passbild lichtbild bild fotografia retrato photoidentite fotodatei fotoarchivo archivofoto photofile imagefile zdjecie',
  signature_usual_mark: 'signature unterschrift firma handtekening podpis',
  driving_privileges:
    'drivingprivileges categories category vehiclecategories classes class licenceclass licenseclass klassen klasse fuehrerscheinklassen fuhrerscheinklassen fahrerlaubnisklassen categoriespermis clases clase categorias categoria categorie rijbewijscategorieen kategorie',
  sex: 'sex gender geschlecht sexe genre sexo sesso geslacht plec',
  height:
    'talla ht height groesse grosse koerpergroesse korpergrosse taille estatura statura altura altezza lengte wzrost',
  weight: 'wt weight gewicht poids peso waga',
  eye_colour:
    'yeux ojos augen occhi ogen eyecolour eyecolor eyes augenfarbe couleuryeux couleurdesyeux colorojos colordeojos coloreocchi kleurogen kolorocz',
  hair_colour:
    'cheveux pelo cabello haare capelli haircolour haircolor hair haarfarbe couleurcheveux colorpelo colorecapelli haarkleur',
  nationality:
    'nationality staatsangehoerigkeit staatsangehorigkeit nationalitaet nationalitat nationalite nacionalidad nazionalita nationaliteit obywatelstwo',
  resident_address:
    'housenumber houseno hausnummer hausnr numerorue numerocivico civico huisnummer nrdomu address residentaddress streetaddress street anschrift adresse strasse rue direccion domicilio calle indirizzo via adres straat ulica',
  resident_city:
    'city town residentcity ort wohnort stadt ville commune ciudad localidad municipio citta comune woonplaats miasto',
  resident_state: 'state residentstate bundesland etat provincia estado regione',
  resident_postal_code:
    'postalcode postcode zip zipcode plz postleitzahl codepostal codigopostal cp cap kodpocztowy',
  resident_country: 'residentcountry country land pays pais paese kraj',
  issuing_authority:
    'issuingauthority authority behoerde behorde ausstellungsbehoerde autorite autoridad autorita',
  issuing_country: 'issuingcountry ausstellungsland ausstellerstaat paysdelivrance paisexpedicion',
};

/** Lower case without diacritics, blanks and punctuation: `Geburts-Datum` is `geburtsdatum`. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]/g, '');

const ELEMENTS = new Map(
  Object.entries(NAMES).flatMap(([element, names]) =>
    names.split(' ').map((name) => [name, element] as const),
  ),
);

/** Words that name nothing: `Fecha de nacimiento`, `Date of birth`, `Délivré le`. */
const SMALL = /^(?:de|del|della|di|du|des|d|la|le|les|el|of|the|van|der|am|on|il)$/;

const wordsOf = (heading: string): readonly string[] =>
  heading
    .split(/[^\p{L}\p{N}]+/u)
    .map(plain)
    .filter((word) => word !== '' && !SMALL.test(word));

/** What has a number or a code, with which word beside it. */
const NUMBERED: Readonly<Record<string, string>> = {
  document_number:
    'document licence license dl permit fuehrerschein fuhrerschein fs ausweis permis permiso licencia patente rijbewijs prawajazdy',
  id: 'customer client person holder citizen kunde buerger burger personne usager cliente persona ciudadano utente cittadino klant osoba',
};

const NUMBER = /^(?:n|no|nr|nro|num|number|nummer|numero|cod|code|codigo|codice)$/;

/** `NUM_PATENTE` and `Kunde Nr.`: a number beside a word that tells of what. */
function numberedOf(heading: string): string | undefined {
  const words = wordsOf(heading);
  const others = words.filter((word) => !NUMBER.test(word));
  if (others.length === words.length) return undefined;
  const what = others.join('');
  return Object.keys(NUMBERED).find((element) => NUMBERED[element]?.split(' ').includes(what));
}

/** Units of ISO/IEC 18013-5; values in other units need another map. */
const UNIT = /(?:cm|kg)$/;

/** The element that a heading names; `id` for the id of the person. */
export const elementOf = (heading: string): string | undefined => {
  const name = plain(heading);
  return (
    ELEMENTS.get(name) ??
    numberedOf(heading) ??
    ELEMENTS.get(wordsOf(heading).join('')) ??
    ELEMENTS.get(name.replace(UNIT, '')) ??
    ELEMENTS.get(name.replace(/(?<!\d)\d+$/, '')) ??
    ELEMENTS.get(name.replace(/^(str|txt|dat|dt|tx)_?/, ''))
  );
};
