/** First names with which no surname goes badly. */
export const FIRST_NAMES: readonly string[] = `
  Aarav Aditi Ajay Akash Alok Amit Amrita Anand Anil Anita Anjali Ankit Arjun Asha Ashok
  Bhavna Chetan Deepa Deepak Devika Dinesh Divya Farhan Gaurav Geeta Gopal Harish Hema Imran
  Ishita Jaya Jyoti Kamala Karan Kavita Kiran Kishore Lakshmi Lalit Madhu Mahesh Manisha Manoj
  Meena Mohan Mukesh Naveen Neha Nikhil Nisha Padma Pankaj Pooja Prakash Pradeep Preeti Priya
  Rahul Rajesh Rakesh Ramesh Rani Ravi Rekha Rohan Rohit Sachin Salma Sandeep Sangeeta Sanjay
  Santosh Sarita Savita Shabana Shalini Shankar Shreya Sneha Sonal Subhash Sudha Suman Sunil
  Sunita Suresh Swati Tarun Uma Usha Vandana Varun Vidya Vijay Vikas Vinod Yash Zoya`
  .trim()
  .split(/\s+/);

/** Surnames from all parts of the country. */
export const SURNAMES: readonly string[] = `
  Agarwal Bansal Banerjee Bhat Bhatt Bose Chatterjee Chauhan Choudhary Das Desai Deshmukh
  Deshpande Dubey Fernandes Gaikwad Ghosh Gowda Gupta Hegde Iyer Jadhav Jain Joshi Kadam
  Kamble Kapoor Kaur Khan Kulkarni Kumar Malhotra Mehta Menon Mishra Mohanty More Mukherjee
  Murthy Naidu Nair Nayak Pandey Patel Patil Pawar Pillai Prasad Qureshi Rajput Rao Rathore
  Reddy Roy Sahu Saxena Shah Sharma Shaikh Shetty Shinde Shukla Singh Sinha Solanki Srivastava
  Subramanian Thakur Tiwari Trivedi Varma Verma Yadav`
  .trim()
  .split(/\s+/);

/** Houses and societies. */
export const BUILDINGS: readonly string[] = [
  'Sai Residency',
  'Ganesh Apartments',
  'Shanti Niwas',
  'Green Park Society',
  'Lake View Heights',
  'Om Sadan',
  'Krishna Kunj',
  'Silver Oak',
  'Laxmi Nivas',
  'Sunrise Towers',
  'Ashirwad',
  'Royal Enclave',
  'Gulmohar Society',
  'Nandanvan',
  'Siddhi Vinayak Complex',
  'Palm Grove',
  'Anand Bhavan',
  'Mahavir Heights',
  'Rose Garden',
  'Vasant Vihar',
];

/** What an address is near to. */
export const LANDMARKS: readonly string[] = [
  'near Hanuman Mandir',
  'opp. Government School',
  'behind Bus Stand',
  'near Railway Station',
  'next to Post Office',
  'near Water Tank',
  'opp. Community Hall',
  'near Jama Masjid',
  'behind Petrol Pump',
  'near City Hospital',
];
