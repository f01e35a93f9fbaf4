/** A city with its state, the range of its pincodes, its middle in degrees, and some of its localities. */
export interface Place {
  readonly city: string;
  readonly state: string;
  readonly region: string;
  readonly pincodes: readonly [number, number];
  readonly latitude: number;
  readonly longitude: number;
  readonly localities: readonly string[];
}

/** City | state | region | pincodes | latitude longitude | localities. */
const table = `
Pune | Maharashtra | West | 411001-411062 | 18.5204 73.8567 | Kothrud, Hadapsar, Wakad, Aundh, Katraj
Mumbai | Maharashtra | West | 400001-400104 | 19.076 72.8777 | Andheri East, Kurla, Borivali West, Dadar, Chembur
Thane | Maharashtra | West | 400601-400615 | 19.2183 72.9781 | Naupada, Ghodbunder Road, Kopri, Vartak Nagar
Nagpur | Maharashtra | West | 440001-440037 | 21.1458 79.0882 | Sitabuldi, Dharampeth, Manewada, Sadar
Nashik | Maharashtra | West | 422001-422013 | 19.9975 73.7898 | Panchavati, Satpur, Indira Nagar, Cidco
Ahmedabad | Gujarat | West | 380001-380061 | 23.0225 72.5714 | Navrangpura, Maninagar, Bopal, Naroda
Surat | Gujarat | West | 395001-395017 | 21.1702 72.8311 | Adajan, Varachha, Katargam, Udhna
Vadodara | Gujarat | West | 390001-390025 | 22.3072 73.1812 | Alkapuri, Manjalpur, Gotri, Karelibaug
Delhi | Delhi | North | 110001-110096 | 28.6139 77.209 | Rohini, Dwarka, Laxmi Nagar, Karol Bagh, Saket
Jaipur | Rajasthan | North | 302001-302039 | 26.9124 75.7873 | Malviya Nagar, Mansarovar, Vaishali Nagar, Jhotwara
Lucknow | Uttar Pradesh | North | 226001-226031 | 26.8467 80.9462 | Gomti Nagar, Aliganj, Alambagh, Hazratganj
Kanpur | Uttar Pradesh | North | 208001-208027 | 26.4499 80.3319 | Kakadeo, Kidwai Nagar, Swaroop Nagar, Govind Nagar
Varanasi | Uttar Pradesh | North | 221001-221012 | 25.3176 82.9739 | Lanka, Sigra, Bhelupur, Sarnath
Chandigarh | Chandigarh | North | 160001-160062 | 30.7333 76.7794 | Sector 22, Sector 35, Manimajra, Sector 44
Ludhiana | Punjab | North | 141001-141017 | 30.901 75.8573 | Model Town, Dugri, Civil Lines, Haibowal
Indore | Madhya Pradesh | West | 452001-452020 | 22.7196 75.8577 | Vijay Nagar, Palasia, Rau, Bhawarkua
Bhopal | Madhya Pradesh | West | 462001-462047 | 23.2599 77.4126 | Arera Colony, Kolar Road, Bairagarh, Berasia Road
Bengaluru | Karnataka | South | 560001-560103 | 12.9716 77.5946 | Jayanagar, Whitefield, Yelahanka, HSR Layout, Rajajinagar
Mysuru | Karnataka | South | 570001-570034 | 12.2958 76.6394 | Kuvempunagar, Vijayanagar, Gokulam, Hebbal
Hyderabad | Telangana | South | 500001-500096 | 17.385 78.4867 | Kukatpally, Ameerpet, Dilsukhnagar, Miyapur, Uppal
Visakhapatnam | Andhra Pradesh | South | 530001-530053 | 17.6868 83.2185 | Gajuwaka, MVP Colony, Dwaraka Nagar, Madhurawada
Chennai | Tamil Nadu | South | 600001-600119 | 13.0827 80.2707 | T Nagar, Velachery, Tambaram, Anna Nagar, Perambur
Coimbatore | Tamil Nadu | South | 641001-641062 | 11.0168 76.9558 | Gandhipuram, Peelamedu, Saibaba Colony, Singanallur
Kochi | Kerala | South | 682001-682042 | 9.9312 76.2673 | Edappally, Kaloor, Palarivattom, Vyttila
Kolkata | West Bengal | East | 700001-700157 | 22.5726 88.3639 | Salt Lake, Behala, Garia, Dum Dum, Howrah Maidan
Patna | Bihar | East | 800001-800030 | 25.5941 85.1376 | Kankarbagh, Boring Road, Rajendra Nagar, Danapur
Bhubaneswar | Odisha | East | 751001-751031 | 20.2961 85.8245 | Saheed Nagar, Patia, Khandagiri, Nayapalli
Guwahati | Assam | East | 781001-781040 | 26.1445 91.7362 | Dispur, Beltola, Maligaon, Zoo Road
`;

function toPlace(line: string): Place {
  const [city = '', state = '', region = '', pincodes = '', degrees = '', localities = ''] =
    line.split(' | ');
  const [first = 0, last = 0] = pincodes.split('-').map(Number);
  const [latitude = 0, longitude = 0] = degrees.split(' ').map(Number);
  return {
    city,
    state,
    region,
    pincodes: [first, last],
    latitude,
    longitude,
    localities: localities.split(', '),
  };
}

/** All sample cities. */
const PLACES: readonly Place[] = table.trim().split('\n').map(toPlace);

/** The sample cities with these names, or all when none are named. Throws for a name that is not there. */
export function placesNamed(cities: readonly string[] | undefined): readonly Place[] {
  const chosen = cities ? PLACES.filter((place) => cities.includes(place.city)) : PLACES;
  if (cities && chosen.length !== cities.length)
    throw new Error(
      `The sample has these cities: ${PLACES.map((place) => place.city).join(', ')}.`,
    );
  return chosen;
}
