// The words that menus are made of. They combine to millions of dishes, which are about as similar to each
// other as real ones.

const list = (words: string) => words.split(', ')

export const MANNERS = list(
  'Grilled, Roasted, Smoked, Braised, Seared, Baked, Crispy, Slow-Cooked, Charred, Pickled, Marinated, Poached, ' +
    'Fried, Glazed, Stuffed, Whipped, Toasted, Spiced, Wood-Fired, Steamed, Blackened, Cured, Caramelised, Fresh',
)

export const MAINS = list(
  'Salmon, Chicken, Pork Belly, Short Rib, Cauliflower, Halloumi, Prawns, Octopus, Lamb Shoulder, Tofu, Sea Bass, ' +
    'Mushrooms, Aubergine, Duck Breast, Trout, Turkey, Beetroot, Sweet Potato, Scallops, Falafel, Meatballs, ' +
    'Brisket, Tuna, Artichoke, Burrata, Paneer, Cod, Sausage, Jackfruit, Squash, Ribeye, Mussels',
)

export const DISHES = list(
  'Salad, Bowl, Sandwich, Flatbread, Wrap, Skewers, Tacos, Risotto, Pasta, Curry, Soup, Pie, Plate, Burger, Toast, ' +
    'Noodles, Gratin, Dumplings, Stew, Sliders',
)

export const SAUCES = list(
  'lemon butter, salsa verde, garlic aioli, chimichurri, peppercorn sauce, tahini, romesco, miso glaze, harissa ' +
    'yoghurt, brown butter, chipotle mayonnaise, basil pesto, tamarind dressing, horseradish cream, smoked tomato ' +
    'relish, mustard vinaigrette, coconut broth, red wine jus, honey and thyme, pickled ginger, sesame and soy, ' +
    'green goddess dressing, mango chutney, black garlic',
)

export const SIDES = list(
  'roasted potatoes, seasonal greens, pearl barley, charred corn, rocket, shaved fennel, jasmine rice, polenta, ' +
    'sourdough, toasted almonds, soft herbs, pickled cucumber, wilted spinach, crisp shallots, white beans, lentils, ' +
    'tenderstem broccoli, slaw, fries, cherry tomatoes, couscous, radishes, glazed carrots, feta, olives, ' +
    'new potatoes, kale, pomegranate, spring onions, cos lettuce, puffed rice, capers',
)

export const REMARKS = list(
  'Our favourite since the first day, Serves two, Ask us what it goes with, Made to order, Cooked over oak, Served ' +
    'until it is gone, From the market this morning, Also without dairy, A little spicy, Served at room temperature, ' +
    'With bread on the side, Good to share',
)

export const SECTIONS = list(
  'Starters, Small Plates, Soups, Salads, Sandwiches, Mains, From the Grill, Pasta, Pizza, Sides, Sauces, Desserts, ' +
    'Cakes, Ice Cream, Breakfast, Brunch, Lunch Deals, Kids, Coffee, Tea, Soft Drinks, Juices, Beer, Wine, Cocktails, ' +
    'Specials, Sharing, Vegan, Late Night, Seasonal, Bakery, Extras',
)

export const SEASONS = list(
  'Spring, Summer, Autumn, Winter, Weekday, Weekend, Classic, House, Chef’s, Garden, Harbour, Rooftop, Market, ' +
    'Corner, Terrace, Evening',
)

export const SIZES = list('Small, Regular, Large, Half, Whole, For Two, 250 ml, 500 ml')

export const GROUP_TAGS = list(
  'course:starter, course:main, course:dessert, serve:cold, audience:kids, audience:adults, day:weekend, day:weekday, ' +
    'time:morning, time:evening',
)

export const ITEM_TAGS = list(
  'diet:vegan, diet:vegetarian, diet:halal, free:gluten, free:dairy, free:nuts, heat:mild, heat:hot, mark:new, ' +
    'mark:popular, mark:signature, allergen:sesame, allergen:fish, allergen:egg',
)

export const PLACES = list(
  'Airport, Old Town, Riverside, Central Station, University, Market Hall, Seafront, Business Park, Stadium, ' +
    'Museum, Hospital, Outlet, North Gate, South Pier, Library, Congress Centre, Garden Court, Theatre, Castle Hill, ' +
    'Docklands',
)

export const RESTAURANTS = list(
  'Blue Kettle, Little Lantern, Kites, Fig & Fennel, Copper Pan, The Long Table',
)
