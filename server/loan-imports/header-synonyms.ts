import type { ImportField } from '../../contract/import-mapping.ts';

/** What stands between commas, whatever the line ends. */
const phrases = (text: string): readonly string[] =>
  text.split(',').map((phrase) => phrase.replace(/\s+/g, ' ').trim());

/**
 * What lenders call our fields, in plain words (abbreviations are spelt out before comparing). The field's own name is
 * always one of them. Of two columns that fit one field, the one whose words stand first here is taken.
 */
export const HEADER_SYNONYMS: Readonly<Record<ImportField, readonly string[]>> = {
  Loan_ID: phrases(`
    loan account number, loan number, lan, account number, loan account, loan account id, account id, agreement
    number, agreement id, loan agreement number, contract number, loan reference number, reference number, alternate account
    number, alternate account id, card number, loan code, unique loan id, unique loan number, unique id, unique account id, unique account number,
    loan unique id, loan identifier, loan application number, application number, application id, lan number,
    lan id, ln number, loan a c number, loan card number, credit card number, masked card number, card account
    number, card last four digits, facility number, facility id, deal number, deal id, file number, case number,
    case id, proposal number, finance number, hp number, hypothecation number, cif account number, foracid,
    account identifier, external loan id, partner loan id, lms id, lms loan id, loan file number, loan key,
    member loan number, ledger number, folio number, rc number, lead id, loan uid, ऋण खाता संख्या, ऋण संख्या,
    लोन संख्या, लोन खाता संख्या, लोन आईडी, ऋण आईडी, खाता संख्या, खाता, लोन अकाउंट संख्या, अनुबंध संख्या,
    prospect number, prospect id, prospect, pledge number, pledge id, pawn number, pawn ticket number, gold loan number, loan, loan a c, customer loan number, od account number, ऋण खाता,
    account code, contract id, contract code, account, contract
  `),
  Customer_Name: phrases(`
    customer name, customer full name, borrower name, borrower, applicant name, primary applicant name, name of
    borrower, account holder name, party name, full name, customer, name, customer names, borrowers name, name
    of customer, name of the borrower, client name, member name, cardholder name, card holder name, card member
    name, hirer name, account name, debtor name, main applicant, main applicant name, applicant, first applicant
    name, primary borrower name, primary borrower, customer nm, consumer name, loanee name, loanee, name of
    account holder, name of member, beneficiary name, individual name, hof name, member, client, ग्राहक नाम,
    ग्राहक, उधारकर्ता नाम, उधारकर्ता, ऋणी नाम, ऋणी, कर्जदार नाम, कर्ज़दार नाम, कर्जदार, खाताधारक नाम, खाताधारक,
    सदस्य नाम, सदस्य, आवेदक नाम, आवेदक, नाम,
    embossed name, name and address, name address, borrower name address, customer name address, member name
    address, borrower name and address, customer name and address,
    member name and address, name and address of borrower, name with address, नाम पता, नाम व पता, नाम एवं पता,
    borrower full name, applicant full name, full name of borrower, customer first name, borrower first name, first name, fname, name of hirer, hirer, grahak name, ग्राहक पूरा नाम, ग्राहकाचे नाम, कर्जदाराचे नाम,
    student name, name of student, subscriber name, user name
  `),
  Mobile_Number: phrases(`
    mobile number, mobile, customer mobile number, borrower mobile number, registered mobile number, primary
    mobile number, mobile number 1, mobile 1, phone number, phone, customer phone number, phone number 1, phone
    1, primary phone number, contact number, contact number 1, customer contact number, contact, cell number,
    mobile phone, mobile phone number, mobile number one, mobile contact, customer mobile, customer phone,
    customer contact, borrower mobile, borrower contact number, borrower phone number, borrower contact,
    registered mobile, rmn, member mobile number, member mobile, client mobile number, client phone number,
    client mobile, applicant mobile number, applicant mobile, applicant contact number, primary contact number,
    primary contact, primary mobile, primary phone, contact mobile number, telephone number, tele number,
    calling number, whatsapp number, mobile number primary, card holder mobile number, phone mobile, contact
    details, contact phone, mobile telephone, number to call, मोबाइल संख्या, मोबाइल, फ़ोन संख्या, फ़ोन, संपर्क
    संख्या, सम्पर्क संख्या, संपर्क, दूरभाष, ग्राहक मोबाइल संख्या,
    contact 1, contact mobile 1, phone number primary, reg mobile number, regd mobile number, reg mobile, hirer mobile number, hirer mobile, hirer phone number, hirer contact number, borrower phone, loanee mobile number, mobile number of client, mobile number of customer, mobile number of borrower, mobile phone 1, फोन संख्या,
    mobile number 1 mobile number 2, mobile number 1 2, mobile 1 mobile 2, phone number 1 phone number 2, mobile alternate mobile,
    mobile number alternate number, mobile number alternate mobile number, contact number 1 contact number 2, msisdn,
    residence mobile, residence mobile number
  `),
  Alternate_Mobile_Number: phrases(`
    alternate mobile number, alternate number, alternate contact number, alternate phone number, alternate
    phone, alternate mobile, mobile number 2, mobile 2, phone number 2, phone 2, contact number 2, secondary
    mobile number, secondary number, other number, residence phone number, landline number, alternate, alternate
    contact, alternate mobile 1, alternate number 1, alternate mobile number 1, alternate contact number 1,
    alternate phone number 1, mobile number two, second mobile number, second number, second contact number,
    secondary contact number, secondary phone number, secondary mobile, secondary contact, other mobile number,
    other phone number, other contact number, additional number, additional mobile number, additional contact
    number, contact 2, residence number, residence phone, residence contact number, home phone, home number,
    landline, office phone number, office phone, office number, वैकल्पिक मोबाइल संख्या, वैकल्पिक मोबाइल,
    वैकल्पिक संख्या, अन्य मोबाइल संख्या, दूसरा मोबाइल संख्या, दूसरा मोबाइल
  `),
  Email: phrases(`
    email, email id, email address, customer email, customer email id, mail id, mail, mail address, registered
    email, registered email id, borrower email, borrower email id, primary email, ईमेल, ई मेल, ईमेल आईडी
  `),
  Address: phrases(`
    address, customer address, residence address, residential address, current address, borrower address, full
    address, communication address, mailing address, permanent address, address 1, address line 1, residence
    add, resi address, residence address 1, present address, home address, office address, customer residence
    address, complete address, postal address, applicant address, address of borrower, address of customer,
    village address, house address, door address, correspondence address, card holder address, पता, ग्राहक पता,
    पूरा पता, निवास पता, वर्तमान पता, स्थायी पता
  `),
  City: phrases(`
    city, customer city, city name, town, residence city, district, town name, location, village, village name,
    customer location, city town, district name, residence district, taluka, tehsil, शहर, नगर, जिला, ज़िला,
    गांव, गाँव, ग्राम
  `),
  State: phrases(`
    state, customer state, state name, residence state, province, customer state name, राज्य
  `),
  Pincode: phrases(`
    pincode, pin, pin code, postal code, zip, zip code, residence pincode, customer pincode, area pincode, zip
    postal code, customer pin code, पिन, पिन कोड, पिनकोड
  `),
  Region: phrases(`
    region, zone, region name, cluster, cluster name, area name, zone name, circle, territory, division, region
    zone, क्षेत्र, मंडल, अंचल
  `),
  Branch: phrases(`
    branch, branch name, branch code, hub, branch location, branch id, base branch, home branch, sourcing
    branch, sol id, servicing branch, center name, centre name, branch office, unit name, unit, शाखा, शाखा नाम
  `),
  Product: phrases(`
    product, product name, product type, loan type, scheme, portfolio, type of loan, product code, product
    category, product description, product desc, sub product, loan product, loan category, asset type, asset, loan purpose,
    card type, card product, scheme name, scheme code, scheme description, facility type, type of facility, lob,
    vertical, उत्पाद, योजना, ऋण प्रकार, लोन प्रकार
  `),
  Bucket: phrases(`
    bucket, current bucket, opening bucket, delinquency bucket, bucket name, dpd bucket, bom bucket, bkt, bucket
    description, month opening bucket, opening dpd bucket, current dpd bucket, closing bucket, bkt name, stage,
    ageing bucket, aging bucket, ageing, dpd range, cycle bucket, bucket wise, risk bucket, sma category, sma,
    asset classification, npa category, delinquency, delinquency status, bckt, बकेट, बकेट नाम
  `),
  DPD: phrases(`
    dpd, days past due, current dpd, overdue days, days overdue, dpd days, number of days overdue, overdue day,
    days in arrears, days past dues, days arrears, past due days, overdue since days, number of days past due,
    number of dpd, days delinquent, delinquent days, arrear days, arrears days, dpd count, opening dpd, closing
    dpd, no of overdue days, days late, late days, ageing days, अतिदेय दिन, बकाया दिन, विलंब दिन, दिन, डीपीडी,
    par days, days par, dpd as on date, number of days in arrears, days since due
  `),
  Loan_Amount: phrases(`
    loan amount, sanction amount, sanctioned amount, disbursed amount, disbursal amount, disbursement amount,
    amount financed, finance amount, loan sanctioned amount, sanction limit, sanctioned limit, limit, credit
    limit, cr limit, loan sanction amount, loan disbursed amount, amount disbursed, disbursed loan amount, total loan
    amount, original loan amount, principal disbursed, net disbursed amount, financed amount, finance value,
    loan value, loan size, advance amount, ऋण राशि, लोन राशि, स्वीकृत राशि, स्वीकृत ऋण राशि, वितरित राशि
  `),
  EMI_Amount: phrases(`
    emi amount, emi, installment amount, instalment amount, emi due, monthly emi, installment, emi value,
    equated monthly installment, monthly installment amount, monthly installment, installment due, emi
    installment amount, weekly installment, weekly installment amount, edi amount, edi, installment size, emi
    size, repayment amount, regular emi, किस्त, किस्त राशि, किश्त, किश्त राशि, ईएमआई, ईएमआई राशि, मासिक किस्त,
    emi due amount, current emi due, emi rs
  `),
  Principal_Outstanding: phrases(`
    principal outstanding, pos, total pos, total principal outstanding, total principal, principal outstanding amount, principal, principal balance, outstanding
    principal amount, principal overdue, principal arrears, principal amount, principal os, outstanding principal, outstanding
    principal balance, principal pos, pos amount, principal due, principal os amount, closing principal, closing
    pos, opening pos, future principal, principal balance outstanding, balance principal, prin bal, loan pos,
    current pos, bom pos, book outstanding, मूलधन, मूलधन बकाया, बकाया मूलधन, मूल राशि
  `),
  Interest_Outstanding: phrases(`
    interest outstanding, interest outstanding amount, interest overdue, interest due, interest, interest
    amount, interest overdue amount, interest arrears, accrued interest, interest accrued, interest balance,
    outstanding interest, unpaid interest, interest overdue balance, finance charges, ब्याज, ब्याज बकाया, बकाया
    ब्याज, ब्याज राशि
  `),
  Penalty_Amount: phrases(`
    penalty amount, penalty, penal charges, penal interest, late payment charges, late fee, lpp, lpc, bounce
    charges, penal amount, charges, penal, penalty charges, penal charge, penal interest amount, penal charges
    amount, penalty due, penal due, late payment penalty, late payment charge, late payment fee, late charges,
    late fees, total charges, charges overdue, overdue charges, odc, bounce charge, cheque bounce charges, cbc, lpi, od charges, other charges,
    other charges due, charges due, additional interest, delay charges, दंड, जुर्माना, दंड राशि, दंड ब्याज,
    विलंब शुल्क, अन्य शुल्क
  `),
  Total_Due_Amount: phrases(`
    total due amount, total due, total overdue amount, total overdue, total arrears, total arrears amount,
    total collectable, total outstanding amount, total outstanding, tos, overdue amount, overdue, amount overdue, irregular amount, irregularity amount, irregularity, amount due, due amount, total amount due, total
    amount, outstanding amount, outstanding, outstanding balance, arrears, demand amount, collectable amount,
    total dues, dues, total, total dues amount, total demand, total demand amount, net due, net due amount, net
    amount due, net payable, net overdue, net overdue amount, net outstanding, total payable, total payable
    amount, amount payable, payable amount, payable, total receivable, receivable amount, total arrears, arrears
    amount, total arrears amount, overdue balance, total balance, total balance due, balance due, balance due
    amount, outstanding loan amount, loan outstanding amount, loan outstanding, loan outstanding balance, loan
    balance, loan balance amount, total loan outstanding, current outstanding, current balance, closing balance,
    ledger balance, account balance, outstanding due, outstanding due amount, outstanding dues, total
    outstanding due, total outstanding dues, total outstanding balance, balance outstanding, balance outstanding
    amount, balance amount, balance, statement balance, statement amount, total amount outstanding, total amount
    overdue, amount outstanding, amount in arrears, past due amount, total past due, total past due amount,
    collection amount, amount to be collected, amount to collect, to be collected, recoverable amount, total
    recoverable, recovery amount, foreclosure amount, settlement due, emi overdue, emi overdue amount,
    installment overdue, installment overdue amount, overdue emi amount, overdue installment amount, overdue
    demand, demand, total od, od amount, tad, total tad, tos amount, dues amount, critical amount, amount claimed, claim amount, debt amount, due, amount, कुल
    बकाया राशि, कुल बकाया, कुल देय राशि, कुल देय, कुल अतिदेय, अतिदेय राशि, अतिदेय, बकाया राशि, बकाया, देय राशि,
    शेष राशि, शेष, कुल राशि, राशि,
    total emi due, total emi overdue, total emi due amount, emi overdue total, total collectable, total collectible, collectible amount, total to be collected, past due, past due total, total bakaya, baki, bakaya, customer outstanding, debit balance, debit balance amount, dr balance, debit amount, debit, balance dr
  `),
  Disbursal_Date: phrases(`
    disbursal date, disbursement date, disbursed date, date of disbursal, loan date, sanction date, agreement
    date, date of disbursement, date of loan, date of sanction, sanctioned date, loan start date, start date,
    loan disbursement date, loan disbursed date, loan disbursal date, booking date, loan booking date, account
    open date, account opening date, open date, opening date, date of opening, agreement dt, card issue date,
    वितरण तिथि, ऋण तिथि, स्वीकृति तिथि, लोन तिथि
  `),
  Due_Date: phrases(`
    due date, emi due date, emi date, installment due date, next due date, first due date, date of due,
    installment date, next installment date, next emi date, next installment due date, payment due date, pdd,
    overdue since, overdue since date, overdue from, overdue from date, overdue date, date of default, default
    date, npa date, first default date, demand date, earliest due date, oldest due date, due day, देय तिथि,
    किस्त तिथि, नियत तिथि, किस्त देय तिथि,
    due since, due since date, unpaid since
  `),
  Last_Payment_Date: phrases(`
    last payment date, last paid date, date of last payment, last receipt date, last collection date, last emi
    paid date, date of last paid, last pay date, last payment received date, last received date, last receipt
    dt, last repayment date, last transaction date, last installment paid date, last credit date, last recovery
    date, last amount paid date, last paid on, last paid, अंतिम भुगतान तिथि, पिछला भुगतान तिथि, आखिरी भुगतान
    तिथि
  `),
  Last_Payment_Amount: phrases(`
    last payment amount, last paid amount, amount last paid, last receipt amount, last collection amount, last
    payment, last pay amount, last payment received amount, last received amount, last repayment amount, last
    emi paid amount, last installment paid amount, last credit amount, last recovery amount, last payment value,
    last amount paid, amount of last payment, last collected amount, अंतिम भुगतान राशि, अंतिम भुगतान, पिछला
    भुगतान राशि
  `),
  Latitude: phrases(`
    latitude, lat, geo latitude, customer latitude, residence latitude, address latitude, अक्षांश
  `),
  Longitude: phrases(`
    longitude, long, lng, lon, geo longitude, customer longitude, residence longitude, address longitude,
    देशांतर
  `),
};
